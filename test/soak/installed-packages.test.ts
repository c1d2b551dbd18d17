import { expect, it } from 'vitest';
import { installedSources, soak } from './installed-sources.js';

const WANTED = 800;

it('code that nobody here wrote is analysed without a crash and without a report', { timeout: 180_000 }, () => {
  const all = installedSources();
  const step = Math.max(1, Math.floor(all.length / WANTED));
  const result = soak(all.filter((_, index) => index % step === 0));
  expect(result.crashes).toEqual([]);
  expect(result.reports).toEqual([]);
  expect(result.analysed).toBeGreaterThanOrEqual(500);
});
