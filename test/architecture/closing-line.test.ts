import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-project.js';

const script = fileURLToPath(new URL('../../scripts/closing-line.mjs', import.meta.url));

interface Counts {
  readonly passed?: number;
  readonly failed?: number;
  readonly pending?: number;
  readonly todo?: number;
  /** Test files that failed while they loaded. */
  readonly broken?: number;
  readonly success?: boolean;
}

function vitestReport({ passed = 0, failed = 0, pending = 0, todo = 0, broken = 0, success = true }: Counts): string {
  const assertionResults = [
    ...Array.from({ length: passed }, () => ({ status: 'passed' })),
    ...Array.from({ length: failed }, () => ({ status: 'failed' })),
  ];
  return JSON.stringify({
    success,
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults: [
      { status: failed > 0 ? 'failed' : 'passed', assertionResults },
      ...Array.from({ length: broken }, () => ({ status: 'failed', assertionResults: [] })),
    ],
  });
}

function closingLine(report: string | null): { code: number | null; out: string; err: string } {
  const folder = temporaryFolder(report === null ? {} : { 'report.json': report });
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, join(folder, 'report.json')], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  return { code: status, out: stdout, err: stderr };
}

describe('the closing line', () => {
  it.each<[string, Counts, string, number]>([
    ['all passed', { passed: 3 }, '3 passed, 0 failed\n', 0],
    ['some skipped', { passed: 3, pending: 1, todo: 1 }, '3 passed, 0 failed, 2 skipped\n', 0],
    ['one failed', { passed: 3, failed: 1, success: false }, '3 passed, 1 failed\n', 1],
    ['a file that did not load', { passed: 3, broken: 1, success: false }, '3 passed, 1 failed\n', 1],
    ['an error outside every test', { passed: 3, success: false }, '3 passed, 0 failed\n', 1],
    ['nothing ran', {}, '0 passed, 0 failed\n', 1],
  ])('counts: %s', (_name, counts, line, code) => {
    expect(closingLine(vitestReport(counts))).toEqual({ code, out: line, err: '' });
  });

  it.each([
    ['absent', null],
    ['cut off', '{ "numPassedTests": 1'],
  ])('prints no counts where the report is %s', (_name, report) => {
    const run = closingLine(report);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('is not a readable JSON report');
  });
});
