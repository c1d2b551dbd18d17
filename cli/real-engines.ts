import type { DisabledPlaces } from '../analysis/disable-comments.js';
import type { FileAnalysis } from '../analysis/finding.js';
import { BYTE_ORDER_MARK } from '../analysis/source-text.js';
import { UnparsableSource, type Engine, type Engines, type MigrationEngine } from './engine.js';

interface SyntaxFault {
  readonly line: number;
  readonly column: number;
}

function isSyntaxFault(error: unknown): error is Error & SyntaxFault {
  return error instanceof Error && error.name === 'SourceSyntaxError' && 'line' in error && 'column' in error;
}

/** Does work on a file's text and names a syntax error by the command line's own word for it. */
function parsing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isSyntaxFault(error)) throw new UnparsableSource(error.line, error.column, error.message);
    throw error;
  }
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** What is said of a file where no comment disables the rule that says it, as ESLint would have it. */
function withoutDisabled(
  { findings, unknown }: FileAnalysis,
  disabled: DisabledPlaces,
  unknownRule: string,
): FileAnalysis {
  return {
    findings: findings.filter(({ rule, place }) => !disabled.isDisabled(rule, place)),
    unknown: unknown.filter(({ place }) => !disabled.isDisabled(unknownRule, place)),
  };
}

async function check(): Promise<Engine> {
  const [{ analyseModule, disabledPlaces, isRelevant, parseModule, projectLoader }, { messageOf, UNKNOWN_RULE }] =
    await Promise.all([import('../analysis/index.js'), import('../rules/messages.js')]);
  return {
    isRelevant,
    messageOf,
    analyse: (path, text, settings) =>
      parsing(() => {
        const module = parseModule(path, withoutMark(text));
        const analysis = analyseModule(module, settings, projectLoader(settings));
        const disabled = disabledPlaces(module.text, () => module.comments);
        return disabled ? withoutDisabled(analysis, disabled, UNKNOWN_RULE) : analysis;
      }),
  };
}

async function migration(): Promise<MigrationEngine> {
  const [{ isRelevant, projectLoader, validSource }, { codemods, migrateModule, verifyTypes }] = await Promise.all([
    import('../analysis/index.js'),
    import('../codemods/index.js'),
  ]);
  return {
    isRelevant,
    codemods: codemods.map(({ name }) => name),
    migrate: (path, text, settings, options) =>
      parsing(() => {
        const result = migrateModule({ file: path, text, settings, options, loader: projectLoader(settings) });
        // no codemod may have looked at the file, and "nothing to do" would be a lie about one that does not parse
        if (result.migrated.length + result.left.length === 0) validSource(path, withoutMark(text));
        return result;
      }),
    filesWithNewTypeErrors: verifyTypes,
  };
}

/** The analysis and the codemods of this package, loaded when a command needs them. */
export const engines: Engines = { check, migration };
