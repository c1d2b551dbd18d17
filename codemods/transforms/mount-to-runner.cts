import path = require('node:path');
import url = require('node:url');

type Host = typeof import('../transform-source.js', { with: { 'resolution-mode': 'import' } });

// A runner compiles what it requires, and a plain import() with it; this one it does not see.
const load = new Function('specifier', 'return import(specifier)') as (specifier: string) => Promise<Host>;

/** The codemod as a jscodeshift transform: options `from`, `to`, `runner`, `bestEffort`, `todo`. */
async function transform(
  file: { readonly path: string; readonly source: string },
  api: { report(message: string): void },
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { transformSource } = await load(url.pathToFileURL(path.join(__dirname, '..', 'transform-source.js')).href);
  return transformSource('mount-to-runner', file, options, (message) => {
    api.report(message);
  });
}

export = Object.assign(transform, { parser: 'tsx' });
