import type { TSESTree } from '@typescript-eslint/types';
import type { MeaningIndex } from '../meaning/meaning-index.js';
import { moduleBindingsOf } from '../source/module-bindings.js';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import { isNeverReassigned, type ResolvedVariable } from '../source/variable.js';
import type { CallArguments } from '../tool-calls/handler-arguments.js';

/**
 * True where a call's context, hooks and lifecycle are the same for every call of every tool, so that a mount may be given
 * them once. A mount reads them when it is built; the code read them when the tool was called. What could have changed in
 * between, or would be shared between calls that each had their own, does not count as fixed.
 */
export function isFixedContext(
  view: SourceView,
  meaning: MeaningIndex,
  given: CallArguments,
  loop: TSESTree.Node,
): boolean {
  const reading = new FixedValues(view, meaning, loop);
  const { members, around } = given;
  const [only] = members;
  const whole = members.length === 1 && only?.spread === true && reading.isWholeObject(only.node);
  return (
    (whole || members.every(({ node, spread }) => (spread ? reading.isLiteralOf(node) : reading.isValue(node)))) &&
    around.every((node) => reading.isHooks(node))
  );
}

/** Which expressions keep their value from the place of a loop on. */
class FixedValues {
  constructor(
    readonly view: SourceView,
    readonly meaning: MeaningIndex,
    readonly loop: TSESTree.Node,
  ) {}

  /** A value that each call would read the same. Objects count only where they are handed on, not where they are made. */
  isValue(node: TSESTree.Node): boolean {
    const inner = unwrap(node);
    if (isAwaited(node)) return false;
    switch (inner.type) {
      case 'Literal':
        return !('regex' in inner);
      case 'TemplateLiteral':
        return inner.expressions.every((one) => this.isValue(one));
      case 'UnaryExpression':
        return inner.operator !== 'delete' && this.isValue(inner.argument);
      case 'Identifier':
        return this.#isFixedName(inner);
      case 'MemberExpression':
        return this.#isMemberOfLiteral(inner) || this.#isFrameworkPart(inner);
      default:
        return false;
    }
  }

  /** Hooks or a lifecycle: an object of them may be made once, since nobody but the framework gets it. */
  isHooks(node: TSESTree.Node): boolean {
    const inner = unwrap(node);
    if (inner.type !== 'ObjectExpression') return this.isValue(node);
    return inner.properties.every((one) => one.type === 'Property' && keyName(one) !== null && this.isValue(one.value));
  }

  /** An object that a mount can be handed instead of a copy: an untouched literal, or a parameter, whose caller made it. */
  isWholeObject(node: TSESTree.Node): boolean {
    const inner = unwrap(node);
    if (isAwaited(node) || inner.type !== 'Identifier') return false;
    const variable = this.view.variableOf(inner);
    const isParameter = variable?.defs[0]?.type === 'Parameter' && isParameterItself(variable);
    return (isParameter && this.#isFixedName(inner) && !this.#isWrittenTo(variable)) || this.isLiteralOf(inner);
  }

  /** A name for an object literal, made once, that nothing in the file changes or hands out. */
  isLiteralOf(node: TSESTree.Node): boolean {
    return this.#literalOf(node) !== null;
  }

  #literalOf(node: TSESTree.Node): TSESTree.ObjectExpression | null {
    const inner = unwrap(node);
    if (isAwaited(node) || inner.type !== 'Identifier' || !this.#isFixedName(inner)) return null;
    const variable = this.view.variableOf(inner);
    const declaration = variable?.defs[0]?.node;
    if (!variable || declaration?.type !== 'VariableDeclarator' || declaration.id.type !== 'Identifier') return null;
    const made = declaration.init && objectBehind(this.view, declaration.init);
    const isData = made?.properties.every((one) => one.type === 'SpreadElement' || one.kind === 'init');
    return made && isData && !this.#isExported(declaration) && !this.#isWrittenTo(variable) ? made : null;
  }

  /** `defaults.tenant` of an untouched literal. */
  #isMemberOfLiteral(node: TSESTree.MemberExpression): boolean {
    return keyName(node) !== null && this.isLiteralOf(node.object);
  }

  /** A part of something the framework made: those do not change. */
  #isFrameworkPart(node: TSESTree.MemberExpression): boolean {
    const inner = unwrap(node.object);
    if (keyName(node) === null || inner.type !== 'Identifier' || !this.#isSettledName(inner)) return false;
    const meanings = this.meaning.meaningsOf(node);
    return meanings.length > 0 && meanings.every((one) => one.is === 'shape');
  }

  #isFixedName(node: TSESTree.Identifier): boolean {
    if (node.name === 'undefined' && !this.view.variableOf(node)) return true;
    return this.#isSettledName(node) && !this.#isImported(node);
  }

  /** A name that is never given another value, declared before the loop. */
  #isSettledName(node: TSESTree.Identifier): boolean {
    const variable = this.view.variableOf(node);
    const definition = variable?.defs[0];
    if (!variable || !definition || !isNeverReassigned(variable)) return false;
    if (this.#isImported(node) || definition.type === 'FunctionName') return true;
    const [, end] = definition.name.range;
    return end <= this.loop.range[0];
  }

  /** True for what another module exports: it may give the name another value. */
  #isImported(node: TSESTree.Identifier): boolean {
    const variable = this.view.variableOf(node);
    return moduleBindingsOf(this.view).some((one) => one.variable === variable && one.syntax.startsWith('import'));
  }

  #isExported(declaration: TSESTree.Node): boolean {
    const statement = this.view.parentOf(declaration);
    return statement !== undefined && this.view.parentOf(statement)?.type === 'ExportNamedDeclaration';
  }

  /** True unless every use of a variable only reads: a spread, a member that is read, an argument of the framework. */
  #isWrittenTo(variable: ResolvedVariable): boolean {
    return variable.references.some(({ identifier, init }) => !init && !this.#isOnlyRead(identifier));
  }

  #isOnlyRead(identifier: TSESTree.Node): boolean {
    const parent = this.view.parentOf(identifier);
    if (parent?.type === 'SpreadElement') return true;
    if (parent?.type === 'CallExpression') return parent.callee !== identifier && this.#isFramework(parent.callee);
    if (parent?.type !== 'MemberExpression' || parent.object !== identifier) return isTypeQuery(parent);
    const holder = this.view.parentOf(parent);
    switch (holder?.type) {
      case 'AssignmentExpression':
        return holder.left !== parent;
      case 'UpdateExpression':
        return false;
      case 'UnaryExpression':
        return holder.operator !== 'delete';
      case 'CallExpression':
        return holder.callee !== parent;
      default:
        return true;
    }
  }

  #isFramework(callee: TSESTree.Node): boolean {
    return this.meaning.shapesOf(callee).length > 0;
  }
}

function isAwaited(node: TSESTree.Node): boolean {
  return node.type === 'AwaitExpression';
}

function isTypeQuery(node: TSESTree.Node | undefined): boolean {
  return node?.type === 'TSTypeQuery';
}

/** True for a parameter that is a name, not one name of a pattern. */
function isParameterItself(variable: ResolvedVariable): boolean {
  const [definition] = variable.defs;
  return isFunction(definition?.node) && definition.node.params.some((one) => one === definition.name);
}

/** The literal in `{ … }` and `Object.freeze({ … })`. */
function objectBehind(view: SourceView, node: TSESTree.Node): TSESTree.ObjectExpression | null {
  const inner = unwrap(node);
  if (inner.type === 'ObjectExpression') return inner;
  if (inner.type !== 'CallExpression' || view.textOf(inner.callee) !== 'Object.freeze') return null;
  const [frozen] = inner.arguments;
  return frozen ? objectBehind(view, frozen) : null;
}
