import type { ESLint, Linter } from 'eslint';
import { RULES } from './rule-list.js';
import { PACKAGE_VERSION } from './rule-url.js';

const NAMESPACE = 'stitchkit';

/** The plugin's flat presets. */
interface Presets {
  readonly recommended: Linter.Config;
}

/** The plugin, as a flat configuration takes it. */
interface StitchkitPlugin extends ESLint.Plugin {
  readonly configs: Presets & ESLint.Plugin['configs'];
}

const base: ESLint.Plugin = {
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
export const { meta, rules, configs } = plugin;
