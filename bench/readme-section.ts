import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const README = fileURLToPath(new URL('../README.md', import.meta.url));

/**
 * The README with a text between the markers `<!-- begin NAME -->` and `<!-- end NAME -->`, formatted.
 *
 * @throws Error where a marker is missing
 */
async function readmeWith(name: string, text: string): Promise<string> {
  const readme = readFileSync(README, 'utf8');
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`${README} has no ${begin} … ${end}; put both where the table is to stand`);
  const page = `${readme.slice(0, from + begin.length)}\n\n${text}\n\n${readme.slice(to)}`;
  return format(page, { ...(await resolveConfig(README)), parser: 'markdown' });
}

/** Whether the README has another text than `text` in its section `name`. */
export async function isStale(name: string, text: string): Promise<boolean> {
  return (await readmeWith(name, text)) !== readFileSync(README, 'utf8');
}

/** Puts a text into the README's section `name`. */
export async function writeSection(name: string, text: string): Promise<void> {
  writeFileSync(README, await readmeWith(name, text));
}
