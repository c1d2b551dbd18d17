import type { SourceCode } from 'eslint';
import type { TSESTree } from '@typescript-eslint/types';
import type { NamedType, ReceiverTypes } from '../analysis/link/receiver-types.js';

/** What of TypeScript's API is used. The package itself is not imported: the program comes from the parser that ESLint ran. */
interface TypeScriptNode {
  readonly parent?: TypeScriptNode;
  /** Of a `declare module 'x'`, its name. */
  readonly name?: { readonly text?: string };
  readonly body?: unknown;
  getSourceFile(): { readonly fileName: string };
}
interface TypeSymbol {
  readonly name: string;
  readonly declarations?: readonly TypeScriptNode[];
}
interface Type {
  readonly aliasSymbol?: TypeSymbol;
  readonly symbol?: TypeSymbol;
  readonly types?: readonly Type[];
  getBaseTypes?(): readonly Type[] | undefined;
}
interface TypeChecker {
  getTypeAtLocation(node: unknown): Type;
}
interface ProgramServices {
  readonly program: { getTypeChecker(): TypeChecker };
  readonly esTreeNodeToTSNodeMap: { get(node: unknown): unknown };
}

const IN_PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/u;
const MAX_BASES = 8;

/**
 * What the type checker of ESLint's parser says of a file's receivers; `null` where the parser gave no program. Never throws:
 * where the checker fails, the types are not known.
 */
export function programTypes(sourceCode: SourceCode, file: string): ReceiverTypes | null {
  const services = sourceCode.parserServices as Partial<ProgramServices> | undefined;
  const { program, esTreeNodeToTSNodeMap: nodes } = services ?? {};
  if (!program || !nodes) return null;
  return {
    file,
    of(at) {
      const access = memberAccessAt(sourceCode, at);
      const node = access && nodes.get(access.object);
      if (!node) return [];
      try {
        return namesOf(program.getTypeChecker().getTypeAtLocation(node), 0);
      } catch {
        return [];
      }
    },
  };
}

function memberAccessAt(
  sourceCode: SourceCode,
  [start, end]: readonly [number, number],
): TSESTree.MemberExpression | null {
  let node = sourceCode.getNodeByRangeIndex(start) as TSESTree.Node | null | undefined;
  for (; node && node.range[0] === start; node = node.parent) {
    if (node.type === 'MemberExpression' && node.range[1] === end) return node;
  }
  return null;
}

function namesOf(type: Type, depth: number): NamedType[] {
  if (depth > MAX_BASES) return [];
  const own = [type.aliasSymbol, type.symbol].flatMap((symbol) => (symbol ? namedBy(symbol) : []));
  const parts = type.types ?? type.getBaseTypes?.() ?? [];
  return [...own, ...parts.flatMap((one) => namesOf(one, depth + 1))];
}

function namedBy({ name, declarations = [] }: TypeSymbol): NamedType[] {
  const [declaration] = declarations;
  const module = declaration && (declaredModule(declaration) ?? packageOf(declaration.getSourceFile().fileName));
  return module ? [{ module, name }] : [];
}

/** The name of the `declare module` that a declaration stands in. */
function declaredModule(declaration: TypeScriptNode): string | null {
  for (let node = declaration.parent; node?.parent; node = node.parent) {
    if (node.body !== undefined && node.name?.text !== undefined) return node.name.text;
  }
  return null;
}

function packageOf(fileName: string): string | null {
  const name = IN_PACKAGE.exec(fileName)?.[1]?.replace('\\', '/');
  return name === undefined || name === 'typescript' || name === '@types/node' ? null : name;
}
