import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceSource } from '../../cli/write-source.js';
import { asOrdinaryUser } from './ordinary-user.js';
import { temporaryFolder } from './temporary-project.js';

const before = '\uFEFFone\r\n';
const after = '\uFEFFtwo ä\r\n';

it.each([0o644, 0o755, 0o600, 0o664])('replaces the bytes and keeps mode %o', (mode) => {
  const root = temporaryFolder({ 'a.ts': before });
  const file = join(root, 'a.ts');
  chmodSync(file, mode);
  replaceSource({ file, before, after });
  expect(readFileSync(file, 'utf8')).toBe(after);
  expect(statSync(file).mode & 0o7777).toBe(mode);
  expect(readdirSync(root)).toEqual(['a.ts']);
});

it('does not write over what somebody else wrote meanwhile', () => {
  const root = temporaryFolder({ 'a.ts': 'theirs' });
  const file = join(root, 'a.ts');
  expect(() => {
    replaceSource({ file, before, after });
  }).toThrow('changed by something else');
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});

it.each([
  ['a file', 0o444, 0o755],
  ['a folder', 0o644, 0o555],
])('that may not be written keeps the old bytes and leaves nothing behind: %s', async (_, fileMode, folderMode) => {
  const root = temporaryFolder({ 'src/a.ts': before });
  const file = join(root, 'src/a.ts');
  await asOrdinaryUser(root, () => {
    chmodSync(file, fileMode);
    chmodSync(join(root, 'src'), folderMode);
    try {
      expect(() => {
        replaceSource({ file, before, after });
      }).toThrow('EACCES');
      expect(readFileSync(file, 'utf8')).toBe(before);
      expect(readdirSync(join(root, 'src'))).toEqual(['a.ts']);
    } finally {
      chmodSync(join(root, 'src'), 0o755);
    }
    return Promise.resolve();
  });
});
