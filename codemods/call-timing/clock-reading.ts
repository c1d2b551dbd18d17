import type { TSESTree } from '@typescript-eslint/types';
import { moduleBindingsOf } from '../source/module-bindings.js';
import type { SourceView } from '../source/source-view.js';
import { isFunction, keyName, onlyResultOf, type FunctionNode } from '../source/syntax.js';
import { isNeverReassigned, type ResolvedVariable } from '../source/variable.js';
import { thisOwnerOf } from '../tool-calls/insert-statement.js';
import { rootOf } from './side-effects.js';
import { BLANK, NANOSECONDS, type Difference, type Unit } from './start-uses.js';
import { variableSeenFrom } from './visible-name.js';

/** The end of a difference, as the top of the call's function can read it too. */
export interface ClockReading {
  /** The expression that gives a time like the end's when it is evaluated at the top of the function. */
  readonly text: string;
  /** The same with the reading of the clock left out: how the time is converted. */
  readonly shape: string;
  /** The clock alone. */
  readonly clock: string;
  /** The unit of the clock, where it is a known one. */
  readonly clockUnit: Unit | null;
  /** The unit of the whole. */
  readonly unit: Unit | null;
  /** Where the program reads the clock for the end; several where the branches of a program do. */
  readonly places: readonly TSESTree.Node[];
}

const MILLISECONDS: Unit = { nanoseconds: 1e6, big: false };
const CONVERSION = /^(?:Number|BigInt|Math\.(?:round|floor|ceil|trunc))$/u;
/** How many names are looked through. */
const DEPTH = 6;

const KNOWN_CLOCKS: ReadonlyMap<string, Unit> = new Map([
  ['process.hrtime.bigint', NANOSECONDS],
  ['performance.now', MILLISECONDS],
  ['Date.now', MILLISECONDS],
]);

/** Modules that hold a known clock under a name of their own. */
const CLOCK_MODULES: ReadonlyMap<string, string> = new Map([
  ['process', 'process'],
  ['node:process', 'process'],
  ['perf_hooks', ''],
  ['node:perf_hooks', ''],
]);

/** Reads the end of a difference; `null` where the top of `fn` cannot read the same clock. */
export function endReading(view: SourceView, difference: Difference, fn: FunctionNode): ClockReading | null {
  const { end, handedBy } = difference;
  const reader = new EndReader(view, fn);
  const parameter = handedBy && parameterFor(view, end, handedBy.fn);
  const given = parameter && handedBy.call.arguments[parameter.index];
  const reading = reader.read(given ?? parameter?.preset ?? end, DEPTH);
  if (!reading || !handedBy || given) return reading;
  return { ...reading, places: [handedBy.call] };
}

/** The parameter that an expression in a function is, with the value it has where a call gives none. */
function parameterFor(
  view: SourceView,
  node: TSESTree.Node,
  fn: FunctionNode,
): { readonly index: number; readonly preset: TSESTree.Node | null } | null {
  const variable = node.type === 'Identifier' ? view.variableOf(node) : undefined;
  const index = fn.params.findIndex((one) => variable && view.variableOf(nameOf(one)) === variable);
  const parameter = fn.params[index];
  if (
    !variable ||
    !parameter ||
    !variable.references.every((one) => !one.write || one.identifier === nameOf(parameter))
  )
    return null;
  return { index, preset: parameter.type === 'AssignmentPattern' ? parameter.right : null };
}

function nameOf(parameter: TSESTree.Parameter): TSESTree.Node {
  return parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
}

class EndReader {
  constructor(
    readonly view: SourceView,
    readonly fn: FunctionNode,
  ) {}

  read(node: TSESTree.Node, depth: number): ClockReading | null {
    if (depth === 0) return null;
    switch (node.type) {
      case 'TSNonNullExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return this.read(node.expression, depth);
      case 'Identifier':
        return this.#name(node, depth);
      case 'CallExpression':
        return this.#call(node, depth);
      case 'BinaryExpression':
        return this.#arithmetic(node, depth);
      default:
        return null;
    }
  }

  /** A name that always holds a reading of one clock. */
  #name(node: TSESTree.Identifier, depth: number): ClockReading | null {
    const variable = this.view.variableOf(node);
    const [definition, ...others] = variable?.defs ?? [];
    const declarator = definition?.node;
    if (!variable || others.length > 0 || declarator?.type !== 'VariableDeclarator') return null;
    if (declarator.id.type !== 'Identifier') return null;
    const values = variable.references
      .filter((one) => one.write)
      .map((one) => this.#written(one.identifier))
      .filter((one) => one?.type !== 'Literal');
    const readings = values.map((one) => (one ? this.read(one, depth - 1) : null));
    const [first] = readings;
    if (!first || readings.some((one) => one?.text !== first.text)) return null;
    return { ...first, places: readings.flatMap((one) => one?.places ?? []) };
  }

  /** What a plain assignment or a declaration gives a name. */
  #written(name: TSESTree.Node): TSESTree.Node | null {
    const parent = this.view.parentOf(name);
    if (parent?.type === 'VariableDeclarator' && parent.id === name) return parent.init;
    if (parent?.type === 'AssignmentExpression' && parent.left === name && parent.operator === '=') return parent.right;
    return null;
  }

  #call(node: TSESTree.CallExpression, depth: number): ClockReading | null {
    const { view } = this;
    const [first, ...more] = node.arguments;
    if (!first) return this.#clock(node, depth);
    const callee = view.textOf(node.callee);
    const root = rootOf(node.callee);
    if (more.length > 0 || !root || !CONVERSION.test(callee) || !this.#isGlobal(root)) return null;
    const inner = this.read(first, depth);
    if (!inner) return null;
    const big = callee === 'BigInt' ? true : callee === 'Number' ? false : (inner.unit?.big ?? false);
    const unit = inner.unit && { ...inner.unit, big };
    return { ...around(inner, `${callee}(`, ')'), unit };
  }

  /** `reading / 1e6` and its like: arithmetic with a number that is written out. */
  #arithmetic(node: TSESTree.BinaryExpression, depth: number): ClockReading | null {
    const { operator, left, right } = node;
    if ((operator !== '/' && operator !== '*') || right.type !== 'Literal') return null;
    const inner = this.read(left, depth);
    if (!inner) return null;
    const written = this.view.textOf(right);
    const factor = Number(written.replace(/_/gu, '').replace(/n$/u, ''));
    const nanoseconds =
      inner.unit && (operator === '/' ? inner.unit.nanoseconds * factor : inner.unit.nanoseconds / factor);
    return {
      ...around(inner, '', ` ${operator} ${written}`),
      unit: inner.unit && nanoseconds !== null ? { ...inner.unit, nanoseconds } : null,
    };
  }

  /** A call without arguments, of a clock that the top of the function knows. */
  #clock(node: TSESTree.CallExpression, depth: number): ClockReading | null {
    const { callee } = node;
    const result = this.#resultOfLocal(callee);
    const behind = result && this.read(result, depth - 1);
    if (behind) return { ...behind, places: [node] };
    const text = this.#path(callee, depth);
    if (text === null) return null;
    const clock = `${text}()`;
    const unit = this.#unitOf(callee, text);
    return { text: clock, shape: BLANK, clock, clockUnit: unit, unit, places: [node] };
  }

  /** What a function gives back that stands in the call's own function and is nothing but an expression. */
  #resultOfLocal(callee: TSESTree.Node): TSESTree.Node | null {
    const variable = callee.type === 'Identifier' ? this.view.variableOf(callee) : undefined;
    if (!variable || !this.#isOwn(variable) || !isNeverReassigned(variable)) return null;
    const declaration = variable.defs[0]?.node;
    const fn = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
    return isFunction(fn) && !fn.async && !fn.generator && fn.params.length === 0 ? onlyResultOf(fn) : null;
  }

  /** The text that names a path of members at the top of the function. */
  #path(node: TSESTree.Node, depth: number): string | null {
    const { view } = this;
    if (depth === 0) return null;
    switch (node.type) {
      case 'Identifier':
        return this.#root(node, depth);
      case 'ThisExpression':
        return thisOwnerOf(view, node) === this.#thisOwner() ? 'this' : null;
      case 'TSNonNullExpression':
        return suffixed(this.#path(node.expression, depth), '!');
      case 'MemberExpression': {
        const key = node.computed || node.optional || node.property.type !== 'Identifier' ? null : node.property.name;
        return key === null ? null : suffixed(this.#path(node.object, depth), `.${key}`);
      }
      default:
        return null;
    }
  }

  /** The first name of a path, or what a constant of the function takes it from. */
  #root(node: TSESTree.Identifier, depth: number): string | null {
    const { view, fn } = this;
    const variable = view.variableOf(node);
    const seen = variableSeenFrom(view, fn, node.name);
    if (!variable && !seen) return node.name;
    if (!variable) return variableSeenFrom(view, fn, 'globalThis') ? null : `globalThis.${node.name}`;
    if (!this.#isOwn(variable)) return seen === variable ? node.name : null;
    const isParameter = variable.defs.every((one) => this.#inParameters(one.name));
    if (isParameter) return seen === variable && isNeverReassigned(variable) ? node.name : null;
    const source = isNeverReassigned(variable) ? aliased(view, variable) : null;
    return source && suffixed(this.#path(source.object, depth - 1), source.key === null ? '' : `.${source.key}`);
  }

  #thisOwner(): TSESTree.Node | undefined {
    return this.fn.type === 'ArrowFunctionExpression' ? thisOwnerOf(this.view, this.fn) : this.fn;
  }

  #inParameters(name: TSESTree.Node): boolean {
    return this.fn.params.some((one) => one.range[0] <= name.range[0] && name.range[1] <= one.range[1]);
  }

  /** True for what stands inside the function and is not known at its top. */
  #isOwn(variable: ResolvedVariable): boolean {
    const [start, end] = this.fn.range;
    return variable.scope.range[0] >= start && variable.scope.range[1] <= end;
  }

  #isGlobal(node: TSESTree.Node): boolean {
    return node.type === 'Identifier' && this.view.variableOf(node) === undefined;
  }

  /** The unit of a known clock, by its own name or the one it is imported under. */
  #unitOf(callee: TSESTree.Node, text: string): Unit | null {
    const root = rootOf(callee);
    const variable = root ? this.view.variableOf(root) : undefined;
    const path = text.replace(/^globalThis\./u, '');
    if (!variable) return KNOWN_CLOCKS.get(path) ?? null;
    const binding = moduleBindingsOf(this.view).find((one) => one.variable === variable);
    if (!binding) return this.#isOwn(variable) ? (KNOWN_CLOCKS.get(path) ?? null) : null;
    const holder = CLOCK_MODULES.get(binding.module);
    if (holder === undefined) return null;
    const members = path.slice(binding.local.length);
    const whole = binding.imported === '*' || binding.imported === 'default';
    const full = `${holder}${whole ? '' : `.${binding.imported}`}${members}`.replace(/^\./u, '');
    return KNOWN_CLOCKS.get(full) ?? null;
  }
}

/** What a start has to be, so that a difference counts from it to its end. */
export interface MatchingStart {
  /** The expression that is evaluated at the top of the call. */
  readonly text: string;
  /** What it takes the place of. */
  readonly replaced: TSESTree.Node;
}

/**
 * The start that matches an end: a reading of the same clock, converted where the old start is, or else as the end is.
 *
 * @returns `null` where none can be put in place
 */
export function matchingStart(difference: Difference, reading: ClockReading): MatchingStart | null {
  const { clock, clockUnit, unit } = reading;
  if (unit && !isSameUnit(unit, difference.unit)) return null;
  if ((clockUnit && isSameUnit(clockUnit, NANOSECONDS)) || reading.shape === difference.shape) {
    return { text: clock, replaced: difference.operand };
  }
  return difference.handedBy ? null : { text: reading.text, replaced: difference.side };
}

function isSameUnit(a: Unit, b: Unit): boolean {
  return a.nanoseconds === b.nanoseconds && a.big === b.big;
}

function around(inner: ClockReading, before: string, after: string): ClockReading {
  return { ...inner, text: `${before}${inner.text}${after}`, shape: `${before}${inner.shape}${after}` };
}

function suffixed(text: string | null, suffix: string): string | null {
  return text === null ? null : `${text}${suffix}`;
}

/** `const { hrtime } = process` and `const clock = deps.clock`: what the name stands for. */
function aliased(
  view: SourceView,
  variable: ResolvedVariable,
): { readonly object: TSESTree.Node; readonly key: string | null } | null {
  const [definition] = variable.defs;
  const declarator = definition?.node;
  if (declarator?.type !== 'VariableDeclarator' || !declarator.init) return null;
  if (declarator.id.type === 'Identifier') return { object: declarator.init, key: null };
  const property = declarator.id.type === 'ObjectPattern' ? view.parentOf(definition?.name ?? declarator) : undefined;
  if (property?.type !== 'Property' || property.computed || view.parentOf(property) !== declarator.id) return null;
  const key = keyName(property);
  return key === null || property.value.type !== 'Identifier' ? null : { object: declarator.init, key };
}
