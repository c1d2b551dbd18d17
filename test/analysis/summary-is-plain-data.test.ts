import { expect, it } from 'vitest';
import { analyseModule, analyseSummary, parseModule, summarise } from '../../analysis/index.js';
import type { ModuleSummary } from '../../analysis/summary/module-summary.js';
import { casesByRule } from '../rules/all-cases.js';
import { settingsFor } from './settings-for.js';

it('a module summary is plain data: findings made from its JSON are the same', { timeout: 180_000 }, () => {
  let reports = 0;
  for (const one of [...casesByRule.values()].flat()) {
    const parsed = parseModule(one.filename, one.code.replace(/^\uFEFF/u, ''));
    const summary = summarise(parsed);
    const copied = JSON.parse(JSON.stringify(summary)) as ModuleSummary;
    const settings = settingsFor(one);
    const direct = analyseModule(parsed, settings);
    expect(analyseSummary(copied, settings), one.name).toEqual(direct);
    reports += direct.findings.length;
  }
  expect(reports).toBeGreaterThan(400);
});
