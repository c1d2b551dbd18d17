import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../cli/temporary-project.js';
import { closureOf, copyInstalled } from './dependency-closure.js';
import { manifest, type PackedPackage } from './packed-package.js';

export interface ProjectRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A temporary project that the packed package is installed into. */
export interface PackageProject {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  node(...args: string[]): ProjectRun;
  npx(...args: string[]): ProjectRun;
  remove(): void;
}

/**
 * Lays out a project as npm would with the tarball as a dependency, without the network: what the package depends on is
 * copied from this repository's installed packages, and nothing else of them is within reach.
 *
 * @param beside the packages that the project has already, each with the name this repository knows it under
 */
export function installPackage(packed: PackedPackage, beside: Readonly<Record<string, string>> = {}): PackageProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stitchkit-installed-')));
  const { name, dependencies, bin } = manifest();
  const renamed = Object.fromEntries(Object.entries(beside).map(([as, known]) => [known, as]));
  copyInstalled(closureOf([...Object.keys(dependencies), ...Object.values(beside)]), folder, renamed);
  const installed = join(folder, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packed.tarball, '-C', installed, '--strip-components=1'], { stdio: 'pipe' });
  mkdirSync(join(folder, 'node_modules', '.bin'));
  for (const [command, program] of Object.entries(bin)) {
    chmodSync(join(installed, program), 0o755);
    symlinkSync(join('..', name, program), join(folder, 'node_modules', '.bin', command));
  }
  writeFiles(folder, { 'package.json': JSON.stringify({ name: 'user', private: true, type: 'module' }) });
  return {
    folder,
    write: (files) => {
      writeFiles(folder, files);
    },
    node: (...args) => run(folder, process.execPath, args),
    npx: (...args) => run(folder, 'npx', ['--no-install', ...args]),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(cwd: string, command: string, args: readonly string[]): ProjectRun {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}
