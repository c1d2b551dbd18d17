import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const manifestPath = require.resolve('eslint-plugin-stitchkit/package.json');
const manifest = require(manifestPath) as { readonly version: string; readonly homepage?: string };

/** The package's own version. */
export const PACKAGE_VERSION = manifest.version;

/** Where a rule's page is: under the manifest's `homepage`, or, while there is none, the page inside the installed package. */
export function ruleUrl(rule: string): string {
  const page = `docs/rules/${rule}.md`;
  return manifest.homepage
    ? `${manifest.homepage.replace(/\/$/u, '')}/${page}`
    : pathToFileURL(join(dirname(manifestPath), page)).href;
}
