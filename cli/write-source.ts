import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Change } from './engine.js';

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

function keepOwner(descriptor: number, owner: { uid: number; gid: number }): void {
  try {
    fchownSync(descriptor, owner.uid, owner.gid);
  } catch {
    // only the superuser may give files away; everybody else already owns what they write
  }
}

/** A file that may not be written is refused here: renaming over it would need no permission but the folder's. */
function expectUnchanged(file: string, before: string): Stats {
  const descriptor = openSync(file, 'r+');
  try {
    if (!readFileSync(descriptor).equals(Buffer.from(before))) {
      throw new Error('it was changed by something else in the meantime. Run again.');
    }
    return fstatSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces a file's text in one step: readers see the old bytes or the new ones, never a part. Mode and owner stay.
 *
 * @throws an error where the file may not be written, cannot be, or is no longer what it was when it was read
 */
export function replaceSource({ file, before, after }: Change): void {
  const { mode, uid, gid } = expectUnchanged(file, before);
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeAll(descriptor, Buffer.from(after));
      keepOwner(descriptor, { uid, gid });
      fchmodSync(descriptor, mode & 0o7777);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
