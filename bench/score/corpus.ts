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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMarked } from '../../test/rules/marked-program.js';

/** One labelled input of the corpus: a file, or a small project. */
export interface CorpusInput {
  readonly name: string;
  readonly version: string;
  readonly files: readonly CorpusFile[];
  /** Every report there should be. */
  readonly expected: readonly Report[];
  /** Where it is laid out on the disk. */
  readonly root: string;
}

export interface CorpusFile {
  /** Relative to the input's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Report {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
}

/** The corpus, laid out in a temporary folder that the caller removes. */
export interface Corpus {
  readonly inputs: readonly CorpusInput[];
  remove(): void;
}

const FIXTURES = fileURLToPath(new URL('../../fixtures/lint/', import.meta.url));
const SOURCE = /\.[cm]?[jt]sx?$/u;

/**
 * Reads `fixtures/lint/`: folders with an `input.*` and an `expected.json`; in `programs/`, files whose lines are marked; in
 * `projects/`, folders of such files. `missed.json` lists the labels that are known not to be reported.
 *
 * @throws Error for an input whose labels cannot be read
 */
export function readCorpus(): Corpus {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'corpus-')));
  const names = readdirSync(FIXTURES).filter((one) => !one.includes('.') && one !== 'programs' && one !== 'projects');
  const inputs = [
    ...names.map((name) => labelledInput(folder, name)),
    ...entriesOf('programs').map((name) => program(folder, name)),
    ...entriesOf('projects').map((name) => project(folder, name)),
  ];
  return {
    inputs,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function entriesOf(kind: string): string[] {
  try {
    return readdirSync(join(FIXTURES, kind)).sort();
  } catch {
    return [];
  }
}

interface Labels {
  readonly problems: readonly { readonly rule: string; readonly line: number }[];
  readonly version?: string;
}

function labelledInput(folder: string, name: string): CorpusInput {
  const from = join(FIXTURES, name);
  const path = readdirSync(from).find((one) => one.startsWith('input.'));
  if (path === undefined) throw new Error(`${from} has no input file`);
  const { problems, version } = JSON.parse(readFileSync(join(from, 'expected.json'), 'utf8')) as Labels;
  const expected = problems.map(({ rule, line }) => ({ rule, line, file: path }));
  const files = [{ path, text: readFileSync(join(from, path), 'utf8') }];
  return laidOut({ name, version: version ?? 'latest', files, expected, root: join(folder, name) });
}

function program(folder: string, name: string): CorpusInput {
  const path = name.replace(/\.txt$/u, '');
  const { code, faults, version } = readMarked(readFileSync(join(FIXTURES, 'programs', name), 'utf8'));
  const files = [{ path, text: code }];
  return laidOut({
    name: `programs/${path}`,
    version,
    files,
    expected: reportsOf(path, faults),
    root: join(folder, `program-${path}`),
  });
}

function laidOut(input: CorpusInput): CorpusInput {
  for (const { path, text } of input.files) {
    mkdirSync(dirname(join(input.root, path)), { recursive: true });
    writeFileSync(join(input.root, path), text);
  }
  return input;
}

function reportsOf(file: string, faults: readonly string[]): Report[] {
  return faults.map((fault) => {
    const [line = '', rule = ''] = fault.split(' ');
    return { rule, file, line: Number(line) };
  });
}

/** A project's files stand under `name.txt`; what `LINKS` lists is linked as package managers do. */
function project(folder: string, name: string): CorpusInput {
  const root = join(folder, `project-${name}`);
  cpSync(join(FIXTURES, 'projects', name), root, { recursive: true });
  for (const file of filesOf(root)) if (file.endsWith('.txt')) renameSync(file, file.slice(0, -'.txt'.length));
  const links = filesOf(root).find((file) => file.endsWith('LINKS'));
  for (const line of links ? readFileSync(links, 'utf8').trim().split('\n') : []) {
    const [link = '', target = ''] = line.split(' ');
    mkdirSync(join(root, dirname(link)), { recursive: true });
    symlinkSync(join(root, target), join(root, link));
  }
  let asked = 'latest';
  const expected: Report[] = [];
  const files = filesOf(root)
    .filter((one) => SOURCE.test(one))
    .map((file) => {
      const path = relative(root, file).split(sep).join('/');
      const { code, faults, version } = readMarked(readFileSync(file, 'utf8'));
      if (version !== 'latest') asked = version;
      expected.push(...reportsOf(path, faults));
      writeFileSync(file, code);
      return { path, text: code };
    });
  return { name: `projects/${name}`, version: asked, files, expected, root };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((one) => !relative(folder, one).split(sep).includes('node_modules'))
    .sort();
}
