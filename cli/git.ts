import { execFile } from 'node:child_process';

/** Variables that point git to another repository than the one it is asked about; git sets them for its own hooks. */
const LOCATION = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE)$/u;

/** So that git runs nothing that the repository's own configuration names, and writes nothing. */
const READ_ONLY = [
  '--no-optional-locks',
  '--literal-pathspecs',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.quotePath=false',
];

/** What git said. `code` is null where it could not be started. */
export interface GitAnswer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Asks git something that changes nothing. */
export function askGit(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const [name, value] of Object.entries(process.env)) if (!LOCATION.test(name)) env[name] ??= value;
  return new Promise((done) => {
    execFile('git', [...READ_ONLY, ...args], { cwd: folder, env, maxBuffer: 2 ** 30 }, (error, out, err) => {
      const code = error ? error.code : 0;
      done({ code: typeof code === 'number' ? code : null, out, err: err || (error?.message ?? '') });
    });
  });
}
