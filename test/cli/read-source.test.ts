import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource } from '../../cli/read-source.js';
import { asOrdinaryUser } from './ordinary-user.js';
import { temporaryFolder } from './temporary-project.js';

it('text comes with its byte order mark, line ends and every letter', () => {
  const text = '\uFEFFconst ä = "𝒳";\r\n';
  const root = temporaryFolder({ 'a.ts': text });
  const file = join(root, 'a.ts');
  expect(readSource(file, root)).toEqual({ kind: 'text', file, text, encodingFault: null });
});

it('other encodings are named, and their words are still found', () => {
  const root = temporaryFolder({
    'latin.ts': Buffer.from('const stitchkit = "\xe4";', 'latin1'),
    'little.ts': Buffer.from('\uFEFFconst stitchkit = 1;', 'utf16le'),
    'big.ts': Buffer.from('\uFEFFconst stitchkit = 1;', 'utf16le').swap16(),
  });
  for (const [name, encoding] of [
    ['latin.ts', 'not valid UTF-8'],
    ['little.ts', 'UTF-16'],
    ['big.ts', 'UTF-16'],
  ] as const) {
    const read = readSource(join(root, name), root);
    expect(read).toMatchObject({ kind: 'text', text: expect.stringContaining('stitchkit') as string });
    expect(read).toMatchObject({ encodingFault: expect.stringContaining(encoding) as string });
  }
});

it('nothing is made of a video, a folder, a file that has gone, and a link out of the root', () => {
  const outside = temporaryFolder({ 'b.ts': 'stitchkit' });
  const root = temporaryFolder({ 'video.ts': Buffer.from([0x47, 0x40, 0, 0x10, 0]) });
  mkdirSync(join(root, 'folder.ts'));
  symlinkSync(join(outside, 'b.ts'), join(root, 'out.ts'));
  symlinkSync('somebody@host.1234:1', join(root, '.#a.ts'));
  for (const name of ['video.ts', 'folder.ts', 'gone.ts', 'out.ts', '.#a.ts']) {
    expect(readSource(join(root, name), root)).toEqual({ kind: 'nothing' });
  }
});

it('a link within the root stands for its end', () => {
  const root = temporaryFolder({ 'src/a.ts': 'text' });
  symlinkSync('src/a.ts', join(root, 'link.ts'));
  expect(readSource(join(root, 'link.ts'), root)).toMatchObject({ kind: 'text', file: join(root, 'src/a.ts') });
});

it('what cannot be read is a failure that says why', async () => {
  const root = temporaryFolder({ 'closed.ts': 'text' });
  chmodSync(join(root, 'closed.ts'), 0o000);
  symlinkSync('loop.ts', join(root, 'loop.ts'));
  symlinkSync('nowhere.ts', join(root, 'dangling.ts'));
  execFileSync('mkfifo', [join(root, 'pipe.ts')]);
  const messageOf = (name: string): string => {
    const read = readSource(join(root, name), root);
    return read.kind === 'failed' ? read.message : read.kind;
  };
  await asOrdinaryUser(root, () => {
    expect(messageOf('closed.ts')).toContain('EACCES');
    expect(messageOf('loop.ts')).toContain('ELOOP');
    expect(messageOf('dangling.ts')).toContain('ENOENT');
    expect(messageOf('pipe.ts')).toContain('no regular file');
    return Promise.resolve();
  });
});
