import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pc from 'picocolors';
import { auditTable } from './audit-table.js';
import { copyHelpdesk, git, runHelpdesk, runIn } from './helpdesk-copy.js';
import { judgeRows, wrongCells, type JudgedRow } from './judge-rows.js';

const CLI = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));

const colors = pc.createColors(process.stdout.isTTY && pc.isColorSupported);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function heading(text: string): void {
  say(`\n${colors.bold(text)}\n`);
}

function show(rows: readonly JudgedRow[]): void {
  say(auditTable(rows, { wrong: colors.red, head: colors.dim }));
}

/** Runs our command line and shows what it said. Findings, and sites left for a person, are no failure here. */
function showCli(dir: string, command: 'check' | 'migrate'): void {
  const { code, stdout, stderr } = runIn(dir, process.execPath, [CLI, command]);
  for (const text of [stdout, stderr]) if (text.trim() !== '') say(text.trim());
  if (code > 1) throw new Error(`${command} ended with ${String(code)}; what it said stands above`);
}

/** How many places the check still reports. */
function stillReported(dir: string): number {
  const { code, stdout } = runIn(dir, process.execPath, [CLI, 'check', '--format', 'json']);
  if (code > 1) throw new Error(`check ended with ${String(code)}`);
  return (JSON.parse(stdout) as { findings: unknown[] }).findings.length;
}

function demo(dir: string): boolean {
  heading('1. The application as it is: the audit rows of one agent step and one MCP batch');
  const before = judgeRows(runHelpdesk(dir));
  show(before);
  say(`\n${String(wrongCells(before))} cells are wrong: calls of one request share one context.`);

  heading('2. eslint-plugin-stitchkit check');
  showCli(dir, 'check');

  heading('3. eslint-plugin-stitchkit migrate');
  showCli(dir, 'migrate');
  say(`\n${git(dir, 'diff', '--stat').trimEnd()}`);

  heading('4. The application after it');
  const after = judgeRows(runHelpdesk(dir));
  show(after);
  const fault = stillWrong(before, after);
  say(fault === null ? colors.green('\nEvery audit row of the run speaks of its own call.') : colors.red(`\n${fault}`));
  const left = stillReported(dir);
  if (left > 0)
    say(`check still reports ${String(left)} places, which no codemod repairs or which were left for a person.`);
  return fault === null;
}

/** Why the second run proves nothing, or null where it does. */
function stillWrong(before: readonly JudgedRow[], after: readonly JudgedRow[]): string | null {
  if (wrongCells(before) === 0) return 'The first run showed no wrong cell, so there was nothing to repair.';
  if (after.length !== before.length) {
    return `There are ${String(after.length)} rows of tool calls, and there were ${String(before.length)}.`;
  }
  const wrong = wrongCells(after);
  return wrong === 0 ? null : `${String(wrong)} cells are still wrong.`;
}

const dir = copyHelpdesk();
try {
  process.exitCode = demo(dir) ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
