import { createRequire } from 'node:module';
import type * as YarnParsers from '@yarnpkg/parsers';
import semver from 'semver';
import { FRAMEWORK_PACKAGE, recordOf, textOf, type LockfileReader } from './lockfile-question.js';

const WORKSPACE = '@workspace:';

/** The blocks that can say something here. Lockfiles run to many thousand lines, and yarn's own parser is slow on them. */
function relevantBlocks(text: string): string {
  const [head = '', ...blocks] = text.replaceAll('\r\n', '\n').split(/\n{2,}/u);
  const wanted = blocks.filter((block) => {
    const key = block.replace(/^(?:#.*\n)+/u, '').split('\n', 1)[0] ?? '';
    return key.includes(`${FRAMEWORK_PACKAGE}@`) || key.includes(WORKSPACE) || key.startsWith('__metadata');
  });
  return `${[head, ...wanted].join('\n\n')}\n`;
}

function descriptorsOf(key: string): string[] {
  return key.split(',').map((descriptor) => descriptor.trim());
}

function workspaceRange(lock: Readonly<Record<string, unknown>>, folders: readonly string[]): string | null {
  for (const folder of folders) {
    const ending = `${WORKSPACE}${folder === '' ? '.' : folder}`;
    for (const [key, entry] of Object.entries(lock)) {
      if (!descriptorsOf(key).some((descriptor) => descriptor.endsWith(ending))) continue;
      const range = textOf(recordOf(recordOf(entry)?.dependencies)?.[FRAMEWORK_PACKAGE]);
      if (range !== null) return range;
    }
  }
  return null;
}

/** `yarn.lock` of yarn 1 and of later yarns. Where nothing tells several locked versions apart, the newest counts. */
export const readYarnLockfile: LockfileReader = (text) => {
  const { parseSyml } = createRequire(import.meta.url)('@yarnpkg/parsers') as typeof YarnParsers;
  const lock: Readonly<Record<string, unknown>> = parseSyml(relevantBlocks(text));
  const prefix = `${FRAMEWORK_PACKAGE}@`;
  const locked = new Map<string, string>();
  for (const [key, entry] of Object.entries(lock)) {
    const version = textOf(recordOf(entry)?.version);
    if (version === null) continue;
    for (const descriptor of descriptorsOf(key)) if (descriptor.startsWith(prefix)) locked.set(descriptor, version);
  }
  const versions = [...locked.values()].filter((version) => semver.valid(version) !== null).sort(semver.rcompare);
  return ({ folders, manifestRange }) => {
    const range = workspaceRange(lock, folders) ?? manifestRange();
    const asked = range === null ? undefined : (locked.get(`${prefix}${range}`) ?? locked.get(`${prefix}npm:${range}`));
    return asked ?? versions[0] ?? null;
  };
};
