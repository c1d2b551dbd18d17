import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../cli/built-package.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The package as it would be published. */
export interface PackedPackage {
  readonly tarball: string;
  /** The packed files, as paths in the package. */
  readonly files: readonly string[];
  /** The folder it was packed from. */
  readonly folder: string;
  remove(): void;
}

interface PackReport {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Builds the package and packs it with npm. */
export function packPackage(): PackedPackage {
  const { folder } = buildPackage();
  for (const file of ['README.md', 'LICENSE']) copyFileSync(join(repository, file), join(folder, file));
  const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--silent'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [report] = JSON.parse(out) as [PackReport];
  return {
    tarball: join(folder, report.filename),
    files: report.files.map((file) => file.path),
    folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Manifest {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The manifest of this package. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;
}
