import type { TSESTree } from '@typescript-eslint/types';
import type { FileContext } from '../codemod.js';
import { EXPORT_ROWS } from '../../analysis/vocabulary/export-rows.js';
import { moduleBindingsOf } from '../source/module-bindings.js';
import type { SourceView } from '../source/source-view.js';
import { isFunction, type FunctionNode } from '../source/syntax.js';

/** The project's own factory of forking runners. */
export interface OwnRunner {
  /** True where the call in question stands inside the factory itself. */
  readonly around: boolean;
  /** The expression that names the factory, imported where needed. */
  use(): string;
}

/** The runner factory that a call may use: the one that was chosen, one the file declares, or one it imports. */
export function ownRunnerOf(context: FileContext, at: TSESTree.Node): OwnRunner | null {
  const { view, imports, options } = context;
  const local = localFactory(view);
  if (local) {
    const around = [...view.ancestorsOf(at)].includes(local.fn);
    if (around) return { around, use: () => local.name };
    if (forks(context, local.fn)) return { around, use: () => local.name };
  }
  const { runner } = options;
  if (runner) return { around: false, use: () => imports.use(runner.export, [runner.module], at) };
  const imported = moduleBindingsOf(view).find((one) => !one.typeOnly && isFactory(context, one.module, one.imported));
  if (!imported) return null;
  return { around: false, use: () => imported.local };
}

function isFactory(context: FileContext, module: string, name: string): boolean {
  const { vocabulary } = context.meaning;
  const shape = vocabulary.valueShape(module, name);
  return shape !== null && vocabulary.shape(shape).role === 'runner-factory';
}

/** The names that projects give such a factory. */
const FACTORY_NAMES = new Set(EXPORT_ROWS.filter((one) => one.shape === 'RunnerFactory').map((one) => one.export));

function localFactory(view: SourceView): { readonly name: string; readonly fn: FunctionNode } | null {
  for (const variable of view.variables) {
    const declaration = variable.defs[0]?.node;
    if (!FACTORY_NAMES.has(variable.name) || variable.scope.type !== 'Program') continue;
    if (declaration?.type === 'FunctionDeclaration') return { name: variable.name, fn: declaration };
    if (declaration?.type === 'VariableDeclarator' && isFunction(declaration.init)) {
      return { name: variable.name, fn: declaration.init };
    }
  }
  return null;
}

/** True where a function calls what opens a fork. */
function forks(context: FileContext, fn: FunctionNode): boolean {
  return context.view.nodes.some(
    (node) =>
      node.type === 'CallExpression' &&
      node.range[0] >= fn.range[0] &&
      node.range[1] <= fn.range[1] &&
      context.meaning.hasRole(node.callee, 'fork-runner'),
  );
}
