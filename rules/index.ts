import type { ESLint, Linter, Rule } from 'eslint';
import { RULES } from './rule-list.js';
import { PACKAGE_VERSION } from './rule-url.js';

const NAMESPACE = 'stitchkit';

/** The plugin's flat presets. */
interface Presets {
  readonly recommended: Linter.Config;
}

/** The plugin, as a flat configuration takes it. */
interface StitchkitPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<string, Rule.RuleModule>;
  readonly configs: Presets & ESLint.Plugin['configs'];
}

const base: Pick<StitchkitPlugin, 'meta' | 'rules'> = {
  meta: { name: 'eslint-plugin-stitchkit', version: PACKAGE_VERSION, namespace: NAMESPACE },
  rules: Object.fromEntries(RULES.map((rule) => [rule.text.name, rule])),
};

/** `eslint-plugin-stitchkit`: its rules and its presets. */
const plugin: StitchkitPlugin = Object.assign(base, {
  configs: {
    recommended: {
      name: `${NAMESPACE}/recommended`,
      plugins: { [NAMESPACE]: base },
      rules: Object.fromEntries(
        RULES.filter((rule) => rule.text.recommended).map((rule) => [
          `${NAMESPACE}/${rule.text.name}`,
          'error' as const,
        ]),
      ),
    },
  },
});

export default plugin;
// The same by name, for `import * as`; typed, so that the declarations name no package but ESLint.
export const meta: StitchkitPlugin['meta'] = plugin.meta;
export const rules: StitchkitPlugin['rules'] = plugin.rules;
export const configs: StitchkitPlugin['configs'] = plugin.configs;
