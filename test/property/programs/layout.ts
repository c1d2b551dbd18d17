import { isMark } from './marks.js';
import type { Decisions } from './random.js';

/** How the tokens of a program are set. */
export type Layout = 'plain' | 'dense' | 'loose' | 'remarks';

const TOKEN = /[\uE100-\uE1FF]|'[^'\n]*'|[\p{L}_$#][\p{L}\p{N}_$]*|\d+n?|=>|\?\.|\?\?|\.\.\.|&&|\|\||===|!==|[^\s]/gu;
const WORD = /^[\p{L}\p{N}_$#]/u;
const WORD_END = /[\p{L}\p{N}_$]$/u;

/** Tokens that no line may begin with, and those that no line may end with: a semicolon would be put in, or a meaning change. */
const NOT_FIRST = new Set(['=>', 'as', 'satisfies', '!', '++']);
const NOT_LAST = new Set(['return', 'throw', 'async', 'type', 'static', 'break', 'continue']);

const SPACES = [' ', '  ', '\t', '\n', '\n\n', '\n    '] as const;
const REMARKS = [' /* kept */ ', ' // so\n', '\n// spanId: startedAt\n', ' '] as const;

/** The same program in another layout. The text holds no regular expressions, templates or comments. */
export function relaid(marked: string, layout: Layout, decide: Decisions): string {
  if (layout === 'plain') return marked;
  const tokens = marked.match(TOKEN) ?? [];
  let out = '';
  let last = '';
  let pending = '';
  for (const token of tokens) {
    if (isMark(token)) {
      pending += token;
      continue;
    }
    out += last === '' ? '' : gap(last, token, layout, decide);
    out += pending + token;
    pending = '';
    last = token;
  }
  return `${out}\n`;
}

function gap(last: string, next: string, layout: Layout, decide: Decisions): string {
  const needed = WORD_END.test(last) && WORD.test(next) ? ' ' : '';
  if (layout === 'dense') return needed;
  const sameLine = NOT_FIRST.has(next) || NOT_LAST.has(last);
  if (layout === 'remarks' && decide.onceIn(4)) return sameLine ? ' ' : decide.of(REMARKS);
  const space = decide.of(SPACES);
  if (sameLine) return needed || (space.includes('\n') ? ' ' : space);
  return decide.onceIn(3) ? needed || space : space;
}

/** The same lines, ended as on another system, and with a byte order mark if it is asked for. */
export function encoded(marked: string, options: { readonly crlf: boolean; readonly mark: boolean }): string {
  const lines = options.crlf ? marked.replaceAll('\n', '\r\n') : marked;
  return options.mark ? `\uFEFF${lines}` : lines;
}
