import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { lintCase } from './lint-case.js';
import { readMarked } from './marked-program.js';

/** Whole files as applications have them, kept as text so that no tool of ours formats or compiles them. */
const root = fileURLToPath(new URL('programs/', import.meta.url));
const RULES = Object.keys(plugin.rules ?? {});

describe('ordinary programs, with all rules on', () => {
  it.each(readdirSync(root))('%s', (name) => {
    const { code, faults, version } = readMarked(readFileSync(root + name, 'utf8'));
    const filename = name.replace(/\.txt$/, '');
    const reported = lintCase({ filename, code, version }, RULES).map(
      ({ line, ruleId }) => `${String(line)} ${ruleId!.replace('stitchkit/', '')}`,
    );
    expect(reported.sort()).toEqual([...faults].sort());
  });
});
