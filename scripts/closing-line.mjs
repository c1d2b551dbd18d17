// Prints "N passed, N failed[, N skipped]" from the JSON report of vitest named as the only argument.
// Exits 1 when a test or a whole test file failed, when nothing ran, and when the report cannot be read.
import { readFileSync } from 'node:fs';

const file = process.argv[2];
if (file === undefined) {
  console.error('closing-line: name the JSON report of vitest, for example: node scripts/closing-line.mjs report.json');
  process.exit(1);
}

let report;
try {
  report = JSON.parse(readFileSync(file, 'utf8'));
} catch (error) {
  console.error(`closing-line: ${file} is not a readable JSON report: ${error.message}`);
  process.exit(1);
}

const passed = report.numPassedTests;
const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
// A file that fails while it loads has no failed test of its own, and still counts.
const brokenFiles = report.testResults.filter(
  (result) => result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
).length;
const failed = report.numFailedTests + brokenFiles;

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 || report.success !== true ? 1 : 0;
