import type { ESLint, Linter, Rule } from 'eslint';
import * as module from './index.js';
import { RULES } from './rule-list.js';
import { PACKAGE_VERSION } from './rule-url.js';

const NAMESPACE = 'stitchkit';

/** The plugin, as a flat configuration takes it. */
interface StitchkitPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<string, Rule.RuleModule>;
  readonly configs: { readonly recommended: Linter.Config } & ESLint.Plugin['configs'];
}

export const meta: StitchkitPlugin['meta'] = {
  name: 'eslint-plugin-stitchkit',
  version: PACKAGE_VERSION,
  namespace: NAMESPACE,
};

export const rules: StitchkitPlugin['rules'] = Object.fromEntries(RULES.map((rule) => [rule.text.name, rule]));

// The preset declares this very module as the plugin: ESLint refuses two objects under one name, and a configuration
// may declare the default import or the namespace beside the preset.
export const configs: StitchkitPlugin['configs'] = {
  recommended: {
    name: `${NAMESPACE}/recommended`,
    plugins: { [NAMESPACE]: module },
    rules: Object.fromEntries(
      RULES.filter((rule) => rule.text.recommended).map((rule) => [`${NAMESPACE}/${rule.text.name}`, 'error' as const]),
    ),
  },
};

/** `eslint-plugin-stitchkit`: its rules and its presets. */
const plugin: StitchkitPlugin = module;
export default plugin;
