import { createRequire } from 'node:module';
import type { Comment } from 'oxc-parser';
import { lineStarts, positionAt } from './source-text.js';

type Kit = typeof import('@eslint/plugin-kit');
type Position = ReturnType<typeof positionAt>;

/** The name that the plugin is registered by, before that of a rule. */
const NAMESPACE = 'stitchkit/';

/** What every comment that disables or enables a rule at some place has in its file. */
const MARK = '-disable';

const LABEL = /^(eslint|oxlint)-(enable|disable(?:-(?:next-)?line)?)$/u;

/** Where the comments of a file tell linters to be silent. */
export interface DisabledPlaces {
  /** @param rule without the plugin's name; line and column from 1 */
  isDisabled(rule: string, at: Position): boolean;
}

/** What one comment says of one rule, or (`null`) of all. */
interface Switch {
  readonly rule: string | null;
  readonly disables: boolean;
  readonly from: Position;
}

/**
 * Reads the disable comments of a file as ESLint does (`eslint-disable`, `-disable-line`, `-disable-next-line`, `eslint-enable`), and
 * those of oxlint, which may all be line comments.
 *
 * @param commentsOf asked only where the text may hold such a comment
 * @returns `null` where there is none
 */
export function disabledPlaces(text: string, commentsOf: () => readonly Comment[]): DisabledPlaces | null {
  if (!text.includes(MARK)) return null;
  const starts = lineStarts(text);
  const parse = parser();
  const switches: Switch[] = [];
  const lines = new Map<number, (string | null)[]>();
  for (const comment of commentsOf()) {
    const directive = parse(comment);
    if (!directive) continue;
    const { kind, rules } = directive;
    const [first, last] = [positionAt(starts, comment.start), positionAt(starts, comment.end)];
    if (kind === 'enable' || kind === 'disable') {
      switches.push(...rules.map((rule) => ({ rule, disables: kind === 'disable', from: first })));
    } else if (kind === 'disable-next-line' || first.line === last.line) {
      const line = kind === 'disable-line' ? first.line : last.line + 1;
      lines.set(line, [...(lines.get(line) ?? []), ...rules]);
    }
  }
  if (switches.length === 0 && lines.size === 0) return null;
  const isFor = (rule: string) => (named: string | null) => named === null || named === rule;
  return {
    isDisabled: (rule, at) =>
      (lines.get(at.line) ?? []).some(isFor(rule)) ||
      switches.findLast((one) => isFor(rule)(one.rule) && !isAfter(one.from, at))?.disables === true,
  };
}

function isAfter(one: Position, other: Position): boolean {
  return one.line > other.line || (one.line === other.line && one.column > other.column);
}

interface Directive {
  readonly kind: string;
  /** The rules of this plugin that are named; `null` alone where the comment is for every rule. */
  readonly rules: readonly (string | null)[];
}

/** ESLint's own parser of such comments, which is not loaded before there may be one. */
function parser(): (comment: Comment) => Directive | null {
  const require = createRequire(import.meta.url);
  const { ConfigCommentParser } = require('@eslint/plugin-kit') as Kit;
  const kit = new ConfigCommentParser();
  return ({ type, value }) => {
    const parsed = kit.parseDirective(value);
    const [, linter, kind] = LABEL.exec(parsed?.label ?? '') ?? [];
    if (!parsed || !kind) return null;
    if (type === 'Line' && linter === 'eslint' && !kind.endsWith('line')) return null;
    const named = Object.keys(kit.parseListConfig(parsed.value));
    if (named.length === 0) return { kind, rules: [null] };
    const own = named.filter((name) => name.startsWith(NAMESPACE)).map((name) => name.slice(NAMESPACE.length));
    return { kind, rules: own };
  };
}
