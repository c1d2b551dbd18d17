import { isAbsolute, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { ResolvedSettings } from './settings.js';

/** Whether the settings name a file as one whose exported functions are tools. Globs are relative to the project's root. */
export function isToolFile(file: string, settings: ResolvedSettings): boolean {
  if (settings.toolFiles.length === 0) return false;
  const path = (isAbsolute(file) ? relative(settings.root, file) : file).split(sep).join('/');
  return picomatch.isMatch(path, [...settings.toolFiles]);
}
