import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { codemods } from '../../codemods/index.js';
import plugin from '../../rules/index.js';
import { RULES } from '../../rules/rule-list.js';
import { REPORT_UNKNOWN } from '../../rules/rule-module.js';
import { lintCase } from '../rules/lint-case.js';
import type { RuleCase } from '../rules/rule-case.js';

const repositoryFile = (path: string): URL => new URL(`../../${path}`, import.meta.url);

it('are published under their own names', () => {
  expect(Object.keys(plugin.rules)).toEqual(RULES.map((rule) => rule.text.name));
});

it('are each repaired by a codemod that names them', () => {
  const named = RULES.flatMap(({ text }) => (text.codemod === undefined ? [] : [[text.codemod, text.name]]));
  expect(named.length).toBeGreaterThan(0);
  expect(codemods.map(({ name, rule }) => [name, rule])).toEqual(expect.arrayContaining(named));
  const rules = RULES.map(({ text }) => text.name);
  for (const { name, kind, rule } of codemods) if (kind === 'repair') expect(rules, name).toContain(rule);
});

describe.each(RULES.map((rule) => [rule.text.name, rule] as const))('%s', (name, rule) => {
  let cases: readonly RuleCase[] = [];

  beforeAll(async () => {
    const module = (await import(`../rules/${name}.cases.ts`)) as { readonly cases: readonly RuleCase[] };
    cases = module.cases;
  });

  it('has a page that its address leads to, under its own name', () => {
    const page = repositoryFile(`docs/rules/${name}.md`);
    expect(existsSync(page)).toBe(true);
    expect(/^# .*/mu.exec(readFileSync(page, 'utf8'))?.[0]).toContain(name);
    expect(rule.meta?.docs?.url).toContain(`docs/rules/${name}.md`);
  });

  it('has cases with reports and cases without', () => {
    expect(cases.some(({ errors }) => errors.length > 0)).toBe(true);
    expect(cases.some(({ errors }) => errors.length === 0)).toBe(true);
  });

  it('says each of its messages in some case, with every placeholder filled', () => {
    const messages = cases.filter(({ errors }) => errors.length > 0).flatMap((one) => lintCase(one, [name]));
    const texts = messages.flatMap((message) => [
      message.message,
      ...(message.suggestions ?? []).map((one) => one.desc),
    ]);
    expect(texts.filter((text) => /\{\{|undefined|\[object/u.test(text))).toEqual([]);
    const said = new Set(
      messages.flatMap((message) => [message.messageId, ...(message.suggestions ?? []).map((one) => one.messageId)]),
    );
    // said by the preset that lists what was not followed, and tested with it
    if (rule.text.options?.[REPORT_UNKNOWN]) said.add('unknown');
    expect(Object.keys(rule.meta?.messages ?? {}).filter((id) => !said.has(id))).toEqual([]);
  });
});
