import type { Rule } from 'eslint';
import type { Finding } from '../analysis/finding.js';
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
  /** The codemod that repairs what the rule reports, where there is one. */
  readonly codemod?: string;
}

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
      schema: [],
      defaultOptions: [],
      messages: { ...text.messages, ...text.suggestions },
    },
    create(context) {
      const analysis = fileAnalysis(context);
      if (!analysis) return {};
      const own = analysis.findings.filter((one) => one.rule === text.name);
      if (own.length === 0) return {};
      return {
        'Program:exit'() {
          for (const finding of own) report(context, finding);
        },
      };
    },
  };
}

function report(context: Rule.RuleContext, finding: Finding): void {
  const { place } = finding;
  context.report({
    loc: {
      start: { line: place.line, column: place.column - 1 },
      end: { line: place.endLine, column: place.endColumn - 1 },
    },
    messageId: finding.messageId,
    data: { ...finding.data },
    suggest: suggestionsFor(context.sourceCode, finding),
  });
}
