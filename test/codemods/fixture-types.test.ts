import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { codemods } from '../../codemods/index.js';
import { fixtureCases, FIXTURES } from './fixture-cases.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The fixtures' texts, inputs and outputs, checked as one program against the double of the framework. */
function errorsOfAll(): string[] {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const files = codemods
    .flatMap(({ name }) => fixtureCases(name))
    .filter((one) => one.file.endsWith('.ts') && !one.name.startsWith('twin-other'))
    .flatMap((one) => [
      join(one.folder, one.file),
      ...(one.input === one.output ? [] : [join(one.folder, one.file.replace('input.', 'output.'))]),
    ]);
  const program = ts.createProgram(files, { ...options, noEmit: true });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSemanticDiagnostics(source), ...program.getSyntacticDiagnostics(source)].map((one) => {
      const at = one.file?.getLineAndCharacterOfPosition(one.start ?? 0).line ?? 0;
      return `${relative(FIXTURES, file)}:${String(at + 1)} ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`;
    });
  });
}

describe('fixtures', () => {
  it('are well-typed applications of the framework, before and after', { timeout: 120_000 }, () => {
    expect(errorsOfAll()).toEqual([]);
  });
});
