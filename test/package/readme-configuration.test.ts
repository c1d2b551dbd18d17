import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULT, FAULTY_MODULE } from './faulty-module.js';
import { installPackage, type PackageProject } from './installed-package.js';
import { packPackage, type PackedPackage } from './packed-package.js';

/** The configuration that the README tells a newcomer to write. */
function readmeConfiguration(): string {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, block] = /```js\n(\/\/ eslint\.config\.mjs\n[\s\S]*?)```/u.exec(readme) ?? [];
  if (block === undefined) throw new Error('the README shows no eslint.config.mjs');
  return block;
}

describe('the configuration of the README', () => {
  let packed: PackedPackage;
  let project: PackageProject;

  beforeAll(() => {
    packed = packPackage();
    project = installPackage(packed, {
      eslint: 'eslint',
      typescript: 'typescript',
      'typescript-eslint': 'typescript-eslint',
    });
    project.write({
      'eslint.config.mjs': readmeConfiguration(),
      'src/orders.ts': `${FAULTY_MODULE}\nexport type Typed = { readonly parsed: true };\n`,
      'src/orders.js': FAULTY_MODULE,
    });
  }, 180_000);

  afterAll(() => {
    project.remove();
    packed.remove();
  });

  it('lints the TypeScript and the JavaScript of a project', () => {
    const run = project.node('node_modules/eslint/bin/eslint.js', '--format', 'json', '.');
    expect(run.err).toBe('');
    const results = JSON.parse(run.out) as { filePath: string; messages: unknown[] }[];
    for (const file of ['src/orders.ts', 'src/orders.js']) {
      const messages = results.find(({ filePath }) => filePath.endsWith(file))?.messages;
      expect(messages, file).toEqual([expect.objectContaining(FAULT)]);
    }
  });
});
