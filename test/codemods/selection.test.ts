import { describe, expect, it } from 'vitest';
import type { Codemod } from '../../codemods/index.js';
import { selectCodemods } from '../../codemods/pipeline/selection.js';

const codemod = (name: string, hop?: string): Codemod => ({
  name,
  description: name,
  kind: hop === undefined ? 'repair' : 'hop',
  ...(hop === undefined ? {} : { hop }),
  mayApply: () => true,
  run: () => [],
});

const all = [codemod('repair'), codemod('to-37', '0.37.0'), codemod('to-43', '0.43.0')];

describe('the codemods that run', () => {
  it.each<[string, { from: string; to: string; only?: string[] }, string[]]>([
    ['are the repairs where nothing is upgraded', { from: '0.43.0', to: '0.43.0' }, ['repair']],
    ['are the hops that an upgrade crosses', { from: '0.36.1', to: '0.43.0' }, ['repair', 'to-37', 'to-43']],
    ['leave out a hop that was made before', { from: '0.37.0', to: '0.43.0' }, ['repair', 'to-43']],
    ['leave out a hop that is not reached', { from: '0.36.1', to: '0.42.9' }, ['repair', 'to-37']],
    ['are the named ones', { from: '0.36.1', to: '0.43.0', only: ['to-43'] }, ['to-43']],
    ['are a named hop also without an upgrade', { from: '0.43.0', to: '0.43.0', only: ['to-37'] }, ['to-37']],
    ['are none where only others are named', { from: '0.43.0', to: '0.43.0', only: ['other'] }, []],
    [
      'keep their order whatever the order of names',
      { from: '0.1.0', to: '1.0.0', only: ['to-43', 'repair'] },
      ['repair', 'to-43'],
    ],
  ])('%s', (_title, options, expected) => {
    expect(selectCodemods(all, options).map(({ name }) => name)).toEqual(expected);
  });
});
