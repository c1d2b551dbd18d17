import { createRequire } from 'node:module';

/** The version of this package, from its own manifest. */
export function packageVersion(): string {
  const manifest = createRequire(import.meta.url)('eslint-plugin-stitchkit/package.json') as { version: string };
  return manifest.version;
}
