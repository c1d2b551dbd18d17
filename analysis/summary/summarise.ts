import type { ParsedModule } from '../parsed-module.js';
import { lineStarts } from '../source-text.js';
import { readConstructorFunctions } from './constructor-functions.js';
import { lowerStatements } from './lower-statement.js';
import type { ExportNode, ModuleExit, ModuleSummary, ValueId, ValueNode } from './module-summary.js';
import { SummaryBuilder } from './summary-builder.js';

/** Reads one parsed module into its summary. The tree is walked once; nothing of it is kept. */
export function summarise(source: ParsedModule): ModuleSummary {
  const builder = new SummaryBuilder(source);
  builder.withFunction(
    () => undefined,
    () => {
      lowerStatements(builder, source.ast.body);
      return {
        name: null,
        at: [0, source.text.length],
        body: [0, source.text.length],
        block: true,
        arrow: false,
        async: false,
        generator: false,
        params: [],
        returns: [],
        returnType: null,
        parent: 0,
        value: builder.opaque([0, 0], 'module'),
        owner: null,
        decorators: [],
      };
    },
  );
  const functions = builder.finishedFunctions();
  readConstructorFunctions({ values: builder.values, functions, classes: builder.classes });
  return {
    file: source.file,
    lineStarts: lineStarts(source.text),
    values: builder.values,
    functions,
    classes: builder.classes,
    guards: builder.guards,
    exports: [...builder.exports, ...commonJsExports(builder.values)],
    exits: exitsOf(builder.values),
  };
}

/** `module.exports = …`, `module.exports.name = …` and `exports.name = …`. */
function commonJsExports(values: readonly ValueNode[]): ExportNode[] {
  const isGlobal = (id: ValueId, name: string): boolean => {
    const node = values[id];
    return node?.op === 'global' && node.name === name;
  };
  const isExports = (id: ValueId): boolean => {
    const node = values[id];
    return isGlobal(id, 'exports') || (node?.op === 'get' && node.key === 'exports' && isGlobal(node.object, 'module'));
  };
  const stores = values.filter((node) => node.op === 'store');
  return stores.flatMap((node): ExportNode[] => {
    if (node.operator !== '=' || node.key === null) return [];
    if (node.key === 'exports' && isGlobal(node.object, 'module')) {
      return [{ kind: 'value', name: 'module.exports', value: node.value }];
    }
    return isExports(node.object) ? [{ kind: 'value', name: node.key, value: node.value }] : [];
  });
}

interface Root {
  readonly module: string;
  readonly export: string;
  readonly path: readonly string[];
}

function exitsOf(values: readonly ValueNode[]): ModuleExit[] {
  const exits: ModuleExit[] = [];
  values.forEach((node, call) => {
    if (node.op !== 'call') return;
    const handed = node.args.find((one) => rootOf(values, one, 0) !== null);
    const root = rootOf(values, node.callee, 0) ?? (handed === undefined ? null : rootOf(values, handed, 0));
    if (root) exits.push({ ...root, arguments: node.args, call });
  });
  return exits;
}

/** The import a value is reached from by member reads alone. */
function rootOf(values: readonly ValueNode[], id: ValueId, depth: number): Root | null {
  const node = values[id];
  if (!node || depth > 8) return null;
  if (node.op === 'import') return { module: node.module, export: node.name, path: [] };
  if (node.op === 'typed') return rootOf(values, node.of, depth + 1);
  if (node.op === 'variable' && node.from.length === 1 && node.from[0] !== undefined) {
    return rootOf(values, node.from[0], depth + 1);
  }
  if (node.op !== 'get') return null;
  const root = rootOf(values, node.object, depth + 1);
  return root && { ...root, path: [...root.path, node.key ?? '*'] };
}
