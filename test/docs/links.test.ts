import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));

/** The anchors that a page's headings have on a code host. */
function anchorsOf(markdown: string): Set<string> {
  const titles = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title!);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The prose of a page: what stands in code is no link. */
function proseOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
}

function brokenLinks(page: string): string[] {
  const file = join(docs, page);
  const links = [...proseOf(file).matchAll(/\]\(((?:\.{1,2}\/)?[^)\s:]+)\)/g)].map(([, link]) => link!);
  return links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : resolve(dirname(file), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).has(anchor);
  });
}

describe('links between pages of the documentation', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });
});
