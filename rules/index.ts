import type { ESLint, Linter, Rule } from 'eslint';
import * as module from './index.js';
import { RULES } from './rule-list.js';
import { switched, type RuleOption, type StitchkitRule } from './rule-module.js';
import { PACKAGE_VERSION } from './rule-url.js';

/** What may stand under `settings.stitchkit`, for configurations in TypeScript: `{ … } satisfies StitchkitSettings`. */
export type { StitchkitSettings, VocabularySetting } from '../analysis/settings.js';
export type { StitchkitRules } from './rule-options.js';

const NAMESPACE = 'stitchkit';

/** The plugin's flat presets. */
interface Presets {
  /** What is wrong for the project's version and needs no judgement. */
  readonly recommended: Linter.Config;
  /** Every rule, with every option on that makes it stricter. */
  readonly strict: Linter.Config;
  /** Every rule as a warning, for a project on its way, and what could not be followed. */
  readonly migration: Linter.Config;
}

/** The plugin, as a flat configuration takes it. */
interface StitchkitPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<string, Rule.RuleModule>;
  readonly configs: Presets & ESLint.Plugin['configs'];
}

export const meta: StitchkitPlugin['meta'] = {
  name: 'eslint-plugin-stitchkit',
  version: PACKAGE_VERSION,
  namespace: NAMESPACE,
};

export const rules: StitchkitPlugin['rules'] = Object.fromEntries(RULES.map((rule) => [rule.text.name, rule]));

export const configs: StitchkitPlugin['configs'] = {
  recommended: preset('recommended', (rule) => (rule.text.recommended ? 'error' : 'off')),
  strict: preset('strict', (rule) => withOptions('error', rule, 'strict')),
  migration: preset('migration', (rule) => withOptions('warn', rule, 'migration')),
};

/** A rule with the options that a preset turns on, if it turns on any. */
function withOptions(
  severity: 'error' | 'warn',
  { text }: StitchkitRule,
  preset: RuleOption['preset'],
): Linter.RuleEntry {
  const options = switched(text, preset);
  return Object.values(options).includes(true) ? [severity, options] : severity;
}

/**
 * The preset declares this very module as the plugin: ESLint refuses two objects under one name, and a configuration may
 * declare the default import or the namespace beside the preset.
 */
function preset(name: string, entryOf: (rule: StitchkitRule) => Linter.RuleEntry): Linter.Config {
  const entries = RULES.map((rule) => [`${NAMESPACE}/${rule.text.name}`, entryOf(rule)] as const);
  return {
    name: `${NAMESPACE}/${name}`,
    plugins: { [NAMESPACE]: module },
    rules: Object.fromEntries(entries.filter(([, entry]) => entry !== 'off')),
  };
}

/** `eslint-plugin-stitchkit`: its rules and its presets. */
const plugin: StitchkitPlugin = module;
export default plugin;
