import { createRequire } from 'node:module';
import type * as JsoncParser from 'jsonc-parser';
import { FRAMEWORK_PACKAGE, recordOf, textOf, type LockfileReader } from './lockfile-question.js';

function parseWithComments(text: string): unknown {
  const { parse, printParseErrorCode } = createRequire(import.meta.url)('jsonc-parser') as typeof JsoncParser;
  const errors: JsoncParser.ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first) throw new SyntaxError(`${printParseErrorCode(first.error)} at offset ${String(first.offset)}`);
  return value;
}

/** `bun.lock`: an own copy of a workspace stands under `<workspace's name>/<package>`, the shared one under the package. */
export const readBunLockfile: LockfileReader = (text) => {
  const lock = recordOf(parseWithComments(text));
  const packages = recordOf(lock?.packages);
  const workspaces = recordOf(lock?.workspaces);
  return ({ folders }) => {
    const owners = folders.map((folder) => textOf(recordOf(workspaces?.[folder])?.name));
    const keys = owners.flatMap((owner) => (owner === null ? [] : [`${owner}/${FRAMEWORK_PACKAGE}`]));
    for (const key of [...keys, FRAMEWORK_PACKAGE]) {
      const entry = packages?.[key];
      const locked = Array.isArray(entry) ? textOf(entry[0]) : null;
      if (locked !== null) return locked.slice(locked.lastIndexOf('@') + 1);
    }
    return null;
  };
};
