import type { AST, Rule } from 'eslint';
import type { FileAnalysis, Finding, Place } from '../analysis/finding.js';
import { fileAnalysis } from './file-analysis.js';
import { ruleUrl } from './rule-url.js';
import { suggestionsFor } from './suggestions.js';

/** What a rule says of itself; everything a user is shown about it is made from this. */
export interface RuleText {
  readonly name: string;
  readonly description: string;
  /** The statements of `docs/architecture.md` that it enforces. */
  readonly statements: readonly string[];
  readonly recommended: boolean;
  /** One text for each message id; `{{placeholders}}` are the finding's data. */
  readonly messages: Readonly<Record<string, string>>;
  /** Texts of suggestions, by message id. */
  readonly suggestions?: Readonly<Record<string, string>>;
  /** Switches, all off by default, that make the rule report more; by name. */
  readonly options?: Readonly<Record<string, RuleOption>>;
  /** The codemod that repairs what the rule reports, where there is one. */
  readonly codemod?: string;
}

/** One switch of a rule, as its schema and its page describe it. */
export interface RuleOption {
  readonly description: string;
  /** The preset that turns it on. */
  readonly preset: 'strict' | 'migration';
}

/** The option under which a rule also lists, as `unknown`, what could not be followed and may hide a fault of any rule. */
export const REPORT_UNKNOWN = 'reportUnknown';

/** A rule with the text it was made from. */
export interface StitchkitRule extends Rule.RuleModule {
  readonly text: RuleText;
}

/** Makes an ESLint rule that reports the findings filed under its name. */
export function createRule(text: RuleText): StitchkitRule {
  return {
    text,
    meta: {
      type: 'problem',
      docs: { description: text.description, recommended: text.recommended, url: ruleUrl(text.name) },
      ...(text.suggestions ? { hasSuggestions: true } : {}),
      schema: schemaOf(text),
      ...(text.options ? { defaultOptions: [switched(text, null)] } : {}),
      messages: { ...text.messages, ...text.suggestions },
      languages: ['js/js'],
    },
    create(context) {
      const analysis = fileAnalysis(context);
      if (!analysis) return {};
      const switches = switchesOf(context);
      const own = findingsOf(analysis, text, switches);
      const unknown = switches.has(REPORT_UNKNOWN) ? analysis.unknown : [];
      if (own.length === 0 && unknown.length === 0) return {};
      return {
        'Program:exit'() {
          for (const finding of own) report(context, finding);
          for (const { place, reason, message } of unknown) {
            context.report({ loc: locOf(place), messageId: 'unknown', data: { reason, message } });
          }
        },
      };
    },
  };
}

/** A rule's options as a preset sets them, or with every switch off. */
export function switched(text: RuleText, preset: RuleOption['preset'] | null): Record<string, boolean> {
  return Object.fromEntries(Object.entries(text.options ?? {}).map(([name, one]) => [name, one.preset === preset]));
}

function schemaOf({ options }: RuleText): NonNullable<Rule.RuleMetaData['schema']> {
  if (!options) return [];
  const properties = Object.fromEntries(
    Object.entries(options).map(([name, { description }]) => [name, { type: 'boolean' as const, description }]),
  );
  return [{ type: 'object', properties, additionalProperties: false }];
}

/** The switches that a configuration turns on. */
function switchesOf(context: Rule.RuleContext): ReadonlySet<string> {
  const given = context.options[0] as Readonly<Record<string, boolean>> | undefined;
  return new Set(Object.keys(given ?? {}).filter((name) => given?.[name]));
}

/** A rule's findings; of two at one place, the one that a switch asks for. */
function findingsOf(analysis: FileAnalysis, { name }: RuleText, switches: ReadonlySet<string>): readonly Finding[] {
  const asked = (analysis.onRequest ?? []).filter((one) => one.rule === name && switches.has(one.option));
  const plain = analysis.findings.filter(
    (one) => one.rule === name && !asked.some((each) => each.place.start === one.place.start),
  );
  return asked.length === 0 ? plain : [...plain, ...asked].sort((a, b) => a.place.start - b.place.start);
}

function report(context: Rule.RuleContext, finding: Finding): void {
  context.report({
    loc: locOf(finding.place),
    messageId: finding.messageId,
    data: { ...finding.data },
    suggest: suggestionsFor(context.sourceCode, finding),
  });
}

function locOf(place: Place): AST.SourceLocation {
  return {
    start: { line: place.line, column: place.column - 1 },
    end: { line: place.endLine, column: place.endColumn - 1 },
  };
}
