import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from './programs/actions.js';
import { PLACES } from './programs/places.js';
import { judge, looks, PLAIN, plans, write, type Look, type Plan } from './programs/program.js';

const RUNS = 2_000;

/** Fails with the program, where the analysis says something else than the facts. */
function agrees(plan: Plan, look: Look): string {
  const { files, answer } = write(plan, look);
  const said = judge(files, plan.version);
  if (said.join('\n') !== answer.join('\n')) {
    const shown = [...files].map(([path, text]) => `// ${path}\n${text}`).join('\n');
    expect(`${said.join('\n')}\n\n${shown}`).toBe(`${answer.join('\n')}\n\n${shown}`);
  }
  return answer.map((one) => one.split(' ')[1]).join(' ');
}

describe('programs of the grammar', () => {
  it('each action alone, in each place', () => {
    for (const [action] of ACTIONS.entries()) {
      for (const [place] of PLACES.entries()) {
        agrees({ version: '0.104.2', scopes: [{ kind: 'SDK tool', does: [{ action, place }] }] }, PLAIN);
      }
    }
  });

  it('are judged by the facts, however they are written', { timeout: 300_000 }, () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(plans, looks, (plan, look) => {
        const answer = agrees(plan, look);
        for (const rule of answer === '' ? ['none'] : answer.split(' ')) seen.set(rule, (seen.get(rule) ?? 0) + 1);
      }),
      { numRuns: RUNS },
    );
    expect([...seen.keys()].toSorted()).toEqual([
      'no-context-write-in-native-tool',
      'no-ineffective-context-write',
      'no-request-span-in-tool',
      'no-request-start-in-tool',
      'no-shared-context-write',
      'no-trace-keyed-call-state',
      'none',
    ]);
    expect(Math.min(...seen.values())).toBeGreaterThan(20);
  });
});
