import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installedSources, soak } from './installed-sources.js';

const WANTED = 800;

const FAULTY = `
import { tool } from 'ai';
import { setRequestDimensions } from 'stitchkit/observability';
export const native = tool({ execute: async ({ id }) => setRequestDimensions({ id }) });
`;

it('code that nobody here wrote is analysed without a crash and without a report', { timeout: 180_000 }, () => {
  const all = installedSources();
  const step = Math.max(1, Math.floor(all.length / WANTED));
  const result = soak(all.filter((_, index) => index % step === 0));
  expect(result.crashes).toEqual([]);
  expect(result.reports).toEqual([]);
  expect(result.analysed).toBeGreaterThanOrEqual(500);
});

it('a report, and a file that is no source, would be seen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  try {
    const faulty = join(folder, 'faulty.ts');
    const broken = join(folder, 'broken.ts');
    writeFileSync(faulty, FAULTY);
    writeFileSync(broken, 'export const = ;\n');
    expect(soak([faulty, broken])).toEqual({
      analysed: 1,
      unparsable: 1,
      crashes: [],
      reports: [`${faulty}:4 no-context-write-in-native-tool`],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
