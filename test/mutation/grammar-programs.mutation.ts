/** Programs of the grammar whose faults are known from the facts: each action in each place, and some by chance, always the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../property/programs/actions.js';
import { PLACES } from '../property/programs/places.js';
import { judge, type Look, looks, PLAIN, type Plan, plans, write } from '../property/programs/program.js';

const SEED = 4_512;
const BY_CHANCE = 500;

const systematic = ACTIONS.flatMap((_, action) =>
  PLACES.map((__, place): [Plan, Look] => [
    { version: '0.104.2', scopes: [{ kind: 'SDK tool', does: [{ action, place }] }] },
    PLAIN,
  ]),
);
const byChance = fc.sample(fc.tuple(plans, looks), { seed: SEED, numRuns: BY_CHANCE });

describe('a program of the grammar', () => {
  it.each([...systematic, ...byChance])('is judged by the facts', (plan, look) => {
    const { files, answer } = write(plan, look);
    expect(judge(files, plan.version)).toEqual(answer);
  });
});
