import { FRAMEWORK_PACKAGE, recordOf, textOf, type LockfileReader } from './lockfile-question.js';

const PLACE = `node_modules/${FRAMEWORK_PACKAGE}`;

/** The version after an alias (`npm:@acme/fork@1.2.3`), else the text itself. */
function withoutAlias(version: string): string {
  return version.startsWith('npm:') ? version.slice(version.lastIndexOf('@') + 1) : version;
}

function versionsByPlace(packages: Readonly<Record<string, unknown>>): Map<string, string> {
  const versions = new Map<string, string>();
  for (const [place, value] of Object.entries(packages)) {
    if (place !== PLACE && !place.endsWith(`/${PLACE}`)) continue;
    const entry = recordOf(value);
    const target = entry?.link === true ? recordOf(packages[textOf(entry.resolved) ?? '']) : entry;
    const version = textOf(target?.version);
    if (version !== null) versions.set(place, version);
  }
  return versions;
}

/** `package-lock.json` and `npm-shrinkwrap.json`, all three versions of the format. */
export const readNpmLockfile: LockfileReader = (text) => {
  const lock = recordOf(JSON.parse(text));
  const packages = recordOf(lock?.packages);
  if (!packages) {
    const entry = recordOf(recordOf(lock?.dependencies)?.[FRAMEWORK_PACKAGE]);
    const version = textOf(entry?.version);
    return () => (version === null ? null : withoutAlias(version));
  }
  const versions = versionsByPlace(packages);
  return ({ folders }) => {
    for (const folder of folders) {
      const version = versions.get(folder === '' ? PLACE : `${folder}/${PLACE}`);
      if (version !== undefined) return version;
    }
    return null;
  };
};
