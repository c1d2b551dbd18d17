import { describe, expect, it } from 'vitest';
import { readMarked } from './marked-program.js';

describe('a marked program', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('loses its marks and nothing else, with %s', (_name, newline) => {
    const lines = ['// @version 0.36.1', 'one(); // !rule-a', 'two(); // kept', 'three(); // !rule-b rule-c', ''];
    expect(readMarked(lines.join(newline))).toEqual({
      code: ['// @version 0.36.1', 'one();', 'two(); // kept', 'three();', ''].join(newline),
      faults: ['2 rule-a', '4 rule-b', '4 rule-c'],
      version: '0.36.1',
    });
  });
});
