import { resolveSettings } from '../../analysis/resolve-settings.js';
import type { ResolvedSettings } from '../../analysis/settings.js';
import { settingsOf, type Lintable } from '../rules/lint-case.js';

/** The settings that a labelled program is judged by, as ESLint would resolve them. */
export function settingsFor(one: Lintable): ResolvedSettings {
  return resolveSettings({ filename: one.filename, cwd: process.cwd(), settings: settingsOf(one) });
}
