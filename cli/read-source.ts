import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { sep } from 'node:path';

/** What reading one path came to. */
export type SourceRead =
  /** `file` is the real path; `encodingFault` says why the bytes must not be written back, if so. */
  | { readonly kind: 'text'; readonly file: string; readonly text: string; readonly encodingFault: string | null }
  /** Nothing to work on: gone, a folder, a link that leaves the root, or no text at all. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly message: string };

const NOTHING: SourceRead = { kind: 'nothing' };
/** As far as git itself looks for a NUL byte to tell binary files from text. */
const BINARY_SIGN_WITHIN = 8000;

function failure(error: unknown): SourceRead {
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', message: `the file cannot be read: ${reason}` };
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** A link's end, or null for one that leads out of the root or is an editor's lock. */
function realFile(path: string, root: string): string | null {
  if (/[\\/]\.#[^\\/]*$/u.test(path)) return null;
  const real = realpathSync(path);
  return isInside(root, real) ? real : null;
}

function decode(file: string, bytes: Buffer): SourceRead {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (utf16) {
    const text = (bytes[0] === 0xff ? bytes : Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()).toString(
      'utf16le',
    );
    return { kind: 'text', file, text, encodingFault: 'the file is UTF-16; save it as UTF-8' };
  }
  if (bytes.subarray(0, BINARY_SIGN_WITHIN).includes(0)) return NOTHING;
  const encodingFault = isUtf8(bytes) ? null : 'the file is not valid UTF-8; save it as UTF-8';
  return { kind: 'text', file, text: bytes.toString('utf8'), encodingFault };
}

/**
 * Reads one source file below a root. Never throws.
 *
 * @param path absolute path, perhaps of a link
 * @param root the real path of the folder that nothing may lead out of
 */
export function readSource(path: string, root: string): SourceRead {
  try {
    let stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return NOTHING;
    let file: string | null = path;
    if (stat.isSymbolicLink()) {
      file = realFile(path, root);
      if (file === null) return NOTHING;
      stat = statSync(file);
    }
    if (stat.isDirectory()) return NOTHING;
    if (!stat.isFile()) return { kind: 'failed', message: 'this is no regular file' };
    return decode(file, readFileSync(file));
  } catch (error) {
    return failure(error);
  }
}
