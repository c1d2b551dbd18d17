import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic, Project, ts } from 'ts-morph';

/** One file's text before and after a migration, byte order mark included or not. */
export interface TextChange {
  /** Absolute, or relative to the root. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** A file that would gain a type error, with the first one. */
export interface TypeErrorGain {
  readonly file: string;
  readonly message: string;
}

/**
 * Type-checks changed files before and after, under the nearest tsconfig of each. Not judged are files without one, plain
 * JavaScript unless the tsconfig has `checkJs`, and files that import a package which is not installed. The compiler is loaded
 * on the first call.
 *
 * @param root folder above which no tsconfig is looked for
 * @param unjudged is told, in a sentence, each tsconfig that cannot be read: the files under it are not judged
 */
export async function verifyTypes(
  root: string,
  changes: readonly TextChange[],
  unjudged: (problem: string) => void = () => undefined,
): Promise<TypeErrorGain[]> {
  const groups = new Map<string, TextChange[]>();
  for (const change of changes) {
    const config = nearestConfig(resolve(root), resolve(root, change.file));
    if (config) groups.set(config, [...(groups.get(config) ?? []), change]);
  }
  if (groups.size === 0) return [];
  const morph = await import('ts-morph');
  return [...groups].flatMap(([config, own]) => gainsUnder(morph, resolve(root), config, own, unjudged));
}

/** The first of the names a configuration may have, in the nearest folder that has one. */
function nearestConfig(root: string, file: string): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    for (const name of ['tsconfig.json', 'jsconfig.json']) {
      const config = join(folder, name);
      if (statSync(config, { throwIfNoEntry: false })?.isFile()) return config;
    }
    if (folder === root || dirname(folder) === folder) return null;
  }
}

function gainsUnder(
  morph: typeof import('ts-morph'),
  root: string,
  config: string,
  changes: readonly TextChange[],
  unjudged: (problem: string) => void,
): TypeErrorGain[] {
  const project = openProject(morph, config, unjudged);
  if (!project) return [];
  const options = project.getCompilerOptions();
  const judged = changes.filter((one) => !/\.[cm]?jsx?$/u.test(one.file) || options.checkJs === true);
  if (judged.length === 0) return [];
  project.addSourceFilesAtPaths(ambientFiles(morph.ts, config));
  const before = errorsOf(project, root, judged, (one) => one.before);
  const after = errorsOf(project, root, judged, (one) => one.after);
  return judged.flatMap((change, index) => {
    const errors = after[index] ?? [];
    if (errors.some((one) => namesAbsentPackage(one, resolve(root, change.file)))) return [];
    const message = firstGain(before[index] ?? [], errors);
    return message === null ? [] : [{ file: change.file, message }];
  });
}

function openProject(
  morph: typeof import('ts-morph'),
  config: string,
  unjudged: (problem: string) => void,
): Project | null {
  try {
    const project = new morph.Project({
      tsConfigFilePath: config,
      skipAddingFilesFromTsConfig: true,
      compilerOptions: { noEmit: true, incremental: false, composite: false },
    });
    // without the option, compilers before 6 take the types of every installed package, and this one takes none
    if (project.getCompilerOptions().types === undefined) project.compilerOptions.set({ types: ['*'] });
    return project;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    unjudged(`${config} cannot be read, so no types were checked under it: ${reason.split('\n', 1)[0] ?? ''}`);
    return null;
  }
}

/** True for a module that is not found because its package is not installed: then nothing can be said of the file's types. */
function namesAbsentPackage(message: string, file: string): boolean {
  const module = /^TS2307: Cannot find module '([^'./][^']*)'/u.exec(message)?.[1];
  if (module === undefined) return false;
  const name = module.split('/', module.startsWith('@') ? 2 : 1).join('/');
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', name))) return false;
    if (dirname(folder) === folder) return true;
  }
}

/** The declaration files that a configuration includes: they may declare names that no import mentions. */
function ambientFiles(compiler: typeof ts, config: string): string[] {
  const { config: json } = compiler.readConfigFile(config, (path) => compiler.sys.readFile(path)) as {
    config: unknown;
  };
  const { fileNames } = compiler.parseJsonConfigFileContent(json, compiler.sys, dirname(config));
  return fileNames.filter((one) => /\.d\.[cm]?ts$/u.test(one));
}

function errorsOf(
  project: Project,
  root: string,
  changes: readonly TextChange[],
  textOf: (change: TextChange) => string,
): string[][] {
  const files = changes.map((one) =>
    project.createSourceFile(resolve(root, one.file), textOf(one).replace(/^\uFEFF/u, ''), { overwrite: true }),
  );
  return files.map((file) => file.getPreEmitDiagnostics().map(messageOf));
}

function messageOf(diagnostic: Diagnostic): string {
  const text = diagnostic.getMessageText();
  const message = typeof text === 'string' ? text : text.getMessageText();
  return `TS${diagnostic.getCode()}: ${message}`;
}

const UNKNOWN_NAME = /^TS\d+: Cannot find name /u;

/** The first message that occurs more often after than before; a name that was unknown before may be named again. */
function firstGain(before: readonly string[], after: readonly string[]): string | null {
  const open = new Map<string, number>();
  for (const one of before) open.set(one, (open.get(one) ?? 0) + 1);
  for (const one of after) {
    const count = open.get(one) ?? 0;
    if (count === 0) return one;
    if (!UNKNOWN_NAME.test(one)) open.set(one, count - 1);
  }
  return null;
}
