import type { TSESTree } from '@typescript-eslint/types';
import type { SourceView } from './source-view.js';
import type { ResolvedVariable } from './variable.js';

/** One local name that stands for (an export of) another module. */
export interface ModuleBinding {
  readonly local: string;
  readonly variable: ResolvedVariable;
  /** `*` for the whole module. */
  readonly imported: string;
  readonly module: string;
  readonly typeOnly: boolean;
  readonly syntax: 'import' | 'require' | 'import-equals' | 'dynamic';
  /** The specifier or pattern property; the whole declaration where the binding has no list. */
  readonly specifier: TSESTree.Node;
  readonly statement: TSESTree.Node;
}

const known = new WeakMap<SourceView, readonly ModuleBinding[]>();

/** Every import of a module, in whatever syntax, at any depth. */
export function moduleBindingsOf(view: SourceView): readonly ModuleBinding[] {
  const bindings = known.get(view) ?? findBindings(view);
  known.set(view, bindings);
  return bindings;
}

function findBindings(view: SourceView): ModuleBinding[] {
  return view.nodes.flatMap((node): ModuleBinding[] => {
    if (node.type === 'ImportDeclaration') return fromImport(view, node);
    if (node.type === 'TSImportEqualsDeclaration') return fromImportEquals(view, node);
    if (node.type === 'VariableDeclarator') return fromDeclarator(view, node);
    return [];
  });
}

function fromImport(view: SourceView, node: TSESTree.ImportDeclaration): ModuleBinding[] {
  return node.specifiers.flatMap((specifier) => {
    const variable = view.variableOf(specifier.local);
    if (!variable) return [];
    const inlineType = specifier.type === 'ImportSpecifier' && specifier.importKind === 'type';
    return [
      {
        local: specifier.local.name,
        variable,
        imported: importedNameOf(specifier),
        module: node.source.value,
        typeOnly: node.importKind === 'type' || inlineType,
        syntax: 'import' as const,
        specifier,
        statement: node,
      },
    ];
  });
}

function importedNameOf(specifier: TSESTree.ImportClause): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
}

function fromImportEquals(view: SourceView, node: TSESTree.TSImportEqualsDeclaration): ModuleBinding[] {
  const variable = view.variableOf(node.id);
  const reference = node.moduleReference;
  if (!variable || reference.type !== 'TSExternalModuleReference') return [];
  const module = reference.expression.value;
  const typeOnly = node.importKind === 'type';
  return [
    {
      local: node.id.name,
      variable,
      imported: '*',
      module,
      typeOnly,
      syntax: 'import-equals',
      specifier: node,
      statement: node,
    },
  ];
}

function fromDeclarator(view: SourceView, node: TSESTree.VariableDeclarator): ModuleBinding[] {
  const loaded = loadedModuleOf(view, node.init);
  const statement = view.parentOf(node);
  if (!loaded || !statement) return [];
  const base = { module: loaded.module, typeOnly: false, syntax: loaded.syntax, statement };
  const binding = (identifier: TSESTree.Node, imported: string, specifier: TSESTree.Node): ModuleBinding[] => {
    const variable = identifier.type === 'Identifier' ? view.variableOf(identifier) : undefined;
    return variable ? [{ ...base, local: variable.name, variable, imported, specifier }] : [];
  };
  if (node.id.type === 'Identifier') {
    const { member } = loaded;
    return binding(node.id, member ?? '*', node);
  }
  if (node.id.type !== 'ObjectPattern' || loaded.member !== null) return [];
  return node.id.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') return [];
    return binding(property.value, property.key.name, property);
  });
}

interface LoadedModule {
  readonly module: string;
  readonly syntax: 'require' | 'dynamic';
  readonly member: string | null;
}

/** `require('m')`, `require('m').name` and `await import('m')`. */
function loadedModuleOf(view: SourceView, init: TSESTree.Expression | null): LoadedModule | null {
  if (init?.type === 'MemberExpression' && !init.computed && init.property.type === 'Identifier') {
    const inner = loadedModuleOf(view, init.object);
    return inner && inner.member === null ? { ...inner, member: init.property.name } : null;
  }
  if (init?.type === 'AwaitExpression' && init.argument.type === 'ImportExpression') {
    const { source } = init.argument;
    const literal = source.type === 'Literal' && typeof source.value === 'string';
    return literal ? { module: source.value, syntax: 'dynamic', member: null } : null;
  }
  const required = requiredModuleOf(view, init);
  return required === null ? null : { module: required, syntax: 'require', member: null };
}

/** The module of `require('m')`, where `require` is not a name of the file's own. */
export function requiredModuleOf(view: SourceView, node: TSESTree.Node | null): string | null {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return null;
  const [source] = node.arguments;
  if (view.variableOf(node.callee) || source?.type !== 'Literal' || typeof source.value !== 'string') return null;
  return source.value;
}
