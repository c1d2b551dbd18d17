import type { AST, Rule, SourceCode } from 'eslint';
import type { Finding, Repair } from '../analysis/finding.js';

type Suggestion = Rule.SuggestionReportDescriptor;
type RowProperty = Repair & { kind: 'row-property' };
type LocalStart = Repair & { kind: 'local-start' };

/** What a rule offers at a finding. An offer that would lose a comment is not made. */
export function suggestionsFor(sourceCode: SourceCode, finding: Finding): Suggestion[] {
  return finding.repairs.flatMap((repair) =>
    repair.kind === 'row-property'
      ? [...renameProperty(sourceCode, repair), ...dropProperty(sourceCode, repair)]
      : localStart(sourceCode, repair),
  );
}

function renameProperty(sourceCode: SourceCode, repair: RowProperty): Suggestion[] {
  if (repair.siblingTaken) return [];
  const range: AST.Range = [repair.key.start, repair.key.end];
  const key = sourceCode.text.slice(...range);
  return [
    {
      messageId: 'renameToParent',
      data: { to: repair.to },
      fix: (fixer) =>
        fixer.replaceTextRange(range, repair.shorthand ? `${repair.to}: ${key}` : requoted(key, repair.to)),
    },
  ];
}

/** The new key in the quotes the old one had. */
function requoted(key: string, to: string): string {
  const quote = /^['"]/u.exec(key)?.[0] ?? '';
  return `${quote}${to}${quote}`;
}

function dropProperty(sourceCode: SourceCode, repair: RowProperty): Suggestion[] {
  const range = repair.holdsRead ? withSeparator(sourceCode, repair) : null;
  if (!range || holdsComment(sourceCode, range)) return [];
  return [{ messageId: 'dropProperty', fix: (fixer) => fixer.removeRange(range) }];
}

/** The property with the comma that belongs to it: the one behind, or the one before where it is the last. */
function withSeparator(sourceCode: SourceCode, repair: RowProperty): AST.Range | null {
  const first = sourceCode.getTokenByRangeStart(repair.start);
  const before = first && sourceCode.getTokenBefore(first);
  const last = sourceCode.getNodeByRangeIndex(repair.end - 1) && tokenEndingAt(sourceCode, repair.end);
  const after = last && sourceCode.getTokenAfter(last);
  if (!before || !after) return null;
  if (after.value === ',') {
    const next = sourceCode.getTokenAfter(after, { includeComments: true });
    if (!next) return null;
    const closes = next.value === '}' && next.type === 'Punctuator';
    return closes
      ? [startAfter(before, repair.start, sourceCode), after.range[1]]
      : [repair.start, next.range?.[0] ?? after.range[1]];
  }
  return before.value === ',' ? [before.range[0], repair.end] : [repair.start, repair.end];
}

function startAfter(before: AST.Token, start: number, sourceCode: SourceCode): number {
  const comments = sourceCode.getCommentsAfter(before);
  return comments.at(-1)?.range?.[1] ?? Math.min(before.range[1], start);
}

function tokenEndingAt(sourceCode: SourceCode, end: number): AST.Token | null {
  return sourceCode.ast.tokens.find((one) => one.range[1] === end) ?? null;
}

function holdsComment(sourceCode: SourceCode, range: AST.Range): boolean {
  return sourceCode.getAllComments().some((one) => one.range && one.range[0] < range[1] && one.range[1] > range[0]);
}

function localStart(sourceCode: SourceCode, repair: LocalStart): Suggestion[] {
  const read: AST.Range = [repair.start, repair.end];
  if (holdsComment(sourceCode, read)) return [];
  const name = freeName(sourceCode.text, 'callStartedAt');
  const declaration = `const ${name} = ${repair.clock}`;
  const body: AST.Range = [repair.body.start, repair.body.end];
  const end = endsStatements(sourceCode.text) ? ';' : '';
  return [
    {
      messageId: 'localStart',
      data: { name },
      fix: (fixer) => {
        const replaced = fixer.replaceTextRange(read, name);
        if (repair.body.block) {
          const after = endOfDirectives(sourceCode, body[0]);
          return [fixer.insertTextAfterRange([after, after], lead(sourceCode, after, declaration + end)), replaced];
        }
        const arrow = sourceCode.getTokenBefore(firstTokenOf(sourceCode, body[0]), (token) => token.value === '=>');
        const outer = outerEnd(sourceCode, body);
        if (!arrow) return replaced;
        return [
          fixer.insertTextAfter(arrow, ` { ${declaration}; return`),
          replaced,
          fixer.insertTextAfterRange([outer, outer], `${end} }`),
        ];
      },
    },
  ];
}

/** Where statements may be put first in a block: behind its brace and the directives that follow it. */
function endOfDirectives(sourceCode: SourceCode, brace: number): number {
  const block = sourceCode.getNodeByRangeIndex(brace);
  if (block?.type !== 'BlockStatement') return brace + 1;
  const directives = block.body.filter(
    (one) => one.type === 'ExpressionStatement' && (one as { directive?: unknown }).directive,
  );
  return directives.at(-1)?.range?.[1] ?? brace + 1;
}

function firstTokenOf(sourceCode: SourceCode, start: number): AST.Token {
  const token = sourceCode.getTokenByRangeStart(start);
  if (!token) throw new RangeError(`no token starts at ${start}`);
  return token;
}

/** The end of an expression body with the parentheses around it. */
function outerEnd(sourceCode: SourceCode, body: AST.Range): number {
  let first = firstTokenOf(sourceCode, body[0]);
  let last = tokenEndingAt(sourceCode, body[1]);
  for (;;) {
    const before = sourceCode.getTokenBefore(first);
    const after = last && sourceCode.getTokenAfter(last);
    if (before?.value !== '(' || after?.value !== ')') return last?.range[1] ?? body[1];
    first = before;
    last = after;
  }
}

/** A first statement in the indentation of the one that now is first. */
function lead(sourceCode: SourceCode, after: number, statement: string): string {
  const rest = sourceCode.text.slice(after);
  const line = /^[ \t]*(\r?\n)([ \t]*)/u.exec(rest);
  return line ? `${line[1] ?? ''}${line[2] ?? ''}${statement}` : ` ${statement.replace(/;?$/u, ';')}`;
}

function endsStatements(text: string): boolean {
  const lines = text.split(/\r?\n/u);
  return (
    lines.filter((line) => line.endsWith(';')).length >= lines.filter((line) => /[\w)'"\]]$/u.test(line)).length / 4
  );
}

function freeName(text: string, wanted: string): string {
  for (let suffix = 1; ; suffix++) {
    const name = suffix === 1 ? wanted : `${wanted}${suffix}`;
    if (!new RegExp(`\\b${name}\\b`, 'u').test(text)) return name;
  }
}
