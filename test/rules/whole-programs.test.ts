import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { lintCase } from './lint-case.js';
import { wholePrograms } from './whole-programs.js';

const RULES = Object.keys(plugin.rules ?? {});

/** No rule may speak where no label stands, whatever the program was written for. */
describe('all rules at once', () => {
  it.each(wholePrograms.map((program) => [program.filename, program] as const))('%s', (_, program) => {
    const reports = lintCase(program, RULES).map(
      ({ line, ruleId }) => `${String(line)} ${ruleId!.replace('stitchkit/', '')}`,
    );
    expect(reports.sort()).toEqual([...program.faults].sort());
  });
});
