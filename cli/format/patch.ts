import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Change } from '../engine.js';
import { pathInReport } from '../survey.js';

/** The changes as one patch that `git apply` takes at the root. Line ends and byte order marks are kept. */
export function patchOf(root: string, changes: readonly Change[]): string {
  return changes
    .map(({ file, before, after }) => {
      const path = pathInReport(root, file);
      return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
        context: 3,
        headerOptions: FILE_HEADERS_ONLY,
      });
    })
    .join('');
}
