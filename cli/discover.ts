import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { projectRoot } from '../analysis/project-root.js';
import { CliFailure, EXIT } from './exit-code.js';
import { askGit } from './git.js';
import { isDeclarationName, isSourceName, SOURCE_ENDINGS } from './source-file.js';
import { walk, type ClosedFolder, type Listing } from './walk.js';

/** What the given paths come to. Absolute paths without symbolic links in their folders. */
export interface Project {
  readonly root: string;
  readonly inGit: boolean;
  /** Source files, sorted, each once. They may have gone since, or be links. */
  readonly files: readonly string[];
  /** Folders that could not be opened. */
  readonly closed: readonly ClosedFolder[];
}

interface Target {
  readonly path: string;
  readonly isFolder: boolean;
  readonly root: string;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function openTarget(given: string, cwd: string): Target {
  let path: string;
  try {
    path = realpathSync(resolve(cwd, given));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new CliFailure(
      EXIT.unworkable,
      missing ? `There is no ${given} in ${cwd}. Check the path.` : `${given} cannot be opened: ${reasonOf(error)}`,
    );
  }
  const isFolder = statSync(path).isDirectory();
  if (!isFolder && !isSourceName(path)) {
    const endings = SOURCE_ENDINGS.map((ending) => `.${ending}`).join(', ');
    throw new CliFailure(EXIT.usage, `${given} is no source file. Give folders, or files that end in ${endings}.`);
  }
  return { path, isFolder, root: projectRoot(isFolder ? path : dirname(path)) };
}

function commonRoot(targets: readonly Target[]): string {
  const [first, ...others] = targets;
  if (!first) throw new Error('discovery needs at least one path');
  const other = others.find((target) => target.root !== first.root);
  if (other) {
    throw new CliFailure(
      EXIT.usage,
      `${first.path} belongs to ${first.root}, but ${other.path} to ${other.root}. Run once for each project.`,
    );
  }
  return first.root;
}

function isInstalled(path: string): boolean {
  return path.split(sep).includes('node_modules');
}

function closedFolders(root: string, warnings: string): ClosedFolder[] {
  return [...warnings.matchAll(/^warning: could not open directory '(.*)': (.*)$/gmu)].map(
    ([, path = '', reason = '']) => ({
      path: join(root, path.replace(/\/$/u, '')),
      message: `the folder cannot be opened: ${reason}`,
    }),
  );
}

/** Asks git for a folder's files, null where git cannot say. */
async function listByGit(root: string, folder: string): Promise<Listing | null> {
  const answer = await askGit(root, [
    'ls-files',
    '-z',
    '-co',
    '--exclude-standard',
    '--',
    relative(root, folder) || '.',
  ]);
  if (answer.code !== 0) return null;
  const files = answer.out.split('\0').filter((file) => file !== '');
  return { files: files.map((file) => join(root, file)), closed: closedFolders(root, answer.err) };
}

async function listByWalk(root: string, folder: string): Promise<Listing> {
  return walk({
    base: root,
    folder: relative(root, folder).split(sep).join('/'),
    skipInstalled: !isInstalled(folder),
  });
}

/** A folder that git ignores and a person names is done all the same. */
async function listIgnored(folder: string): Promise<Listing> {
  return walk({ base: folder, folder: '', skipInstalled: !isInstalled(folder) });
}

async function listFolder(root: string, inGit: boolean, folder: string): Promise<Listing> {
  const byGit = inGit ? await listByGit(root, folder) : null;
  const listing = byGit ?? (await listByWalk(root, folder));
  return listing.files.length === 0 && folder !== root ? listIgnored(folder) : listing;
}

/**
 * Finds the project that paths belong to, and its source files under them.
 *
 * @throws {CliFailure} of code 3 for a path that is not there, of code 2 for paths of different projects or a file of another kind
 */
export async function discover(paths: readonly string[], cwd: string): Promise<Project> {
  const targets = (paths.length === 0 ? ['.'] : paths).map((path) => openTarget(path, cwd));
  const root = commonRoot(targets);
  const inGit = existsSync(join(root, '.git'));
  const files = new Set<string>();
  const closed = new Map<string, string>();
  for (const target of targets) {
    if (!target.isFolder) {
      files.add(target.path);
      continue;
    }
    const listing = await listFolder(root, inGit, target.path);
    const allowInstalled = isInstalled(target.path);
    for (const file of listing.files) {
      if (isSourceName(file) && (allowInstalled || !isInstalled(relative(root, file)))) files.add(file);
    }
    for (const { path, message } of listing.closed) closed.set(path, message);
  }
  return {
    root,
    inGit,
    files: [...files].filter((file) => !isDeclarationName(file)).sort(),
    closed: [...closed].map(([path, message]) => ({ path, message })),
  };
}
