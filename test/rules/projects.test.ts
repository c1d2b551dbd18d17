import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { analyseModule, isRelevant, parseModule, projectLoader } from '../../analysis/index.js';
import { resolveSettings } from '../../analysis/resolve-settings.js';
import { readMarked } from './marked-program.js';

/** Small projects of several files, kept as text so that no tool of ours formats or compiles them. */
const root = fileURLToPath(new URL('projects/', import.meta.url));
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'projects-')));

afterAll(() => {
  rmSync(temporary, { recursive: true, force: true });
});

/** A copy of a project with its files under their own names. What `LINKS` lists is linked as package managers do. */
function unpack(name: string): string {
  const project = join(temporary, name);
  cpSync(join(root, name), project, { recursive: true });
  for (const file of filesOf(project)) if (file.endsWith('.txt')) renameSync(file, file.slice(0, -'.txt'.length));
  const links = filesOf(project).find((file) => file.endsWith('LINKS'));
  for (const line of links ? readFileSync(links, 'utf8').trim().split('\n') : []) {
    const [link = '', target = ''] = line.split(' ');
    mkdirSync(join(project, dirname(link)), { recursive: true });
    symlinkSync(join(project, target), join(project, link));
  }
  return project;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((one) => !relative(folder, one).startsWith('node_modules'));
}

interface Judged {
  readonly reported: string[];
  readonly expected: string[];
}

function judge(project: string): Judged {
  const reported: string[] = [];
  const expected: string[] = [];
  for (const file of filesOf(project).filter((one) => /\.[cm]?[jt]sx?$/.test(one))) {
    const name = relative(project, file);
    const text = readFileSync(file, 'utf8');
    const { faults, version } = readMarked(text);
    expected.push(...faults.map((fault) => `${name}:${fault}`));
    const settings = { ...resolveSettings({ filename: file, cwd: project, settings: { version } }), root: project };
    if (!isRelevant(text, settings)) continue;
    const { findings } = analyseModule(parseModule(name, text), settings, projectLoader(settings));
    reported.push(...findings.map(({ rule, place }) => `${name}:${String(place.line)} ${rule}`));
  }
  return { reported: reported.sort(), expected: expected.sort() };
}

describe('projects of several files', () => {
  it.each(readdirSync(root))('%s', (name) => {
    const { reported, expected } = judge(unpack(name));
    expect(reported).toEqual(expected);
  });
});
