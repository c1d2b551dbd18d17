import type { Place } from '../../analysis/finding.js';
import type { Io } from '../../cli/io.js';
import { UnparsableSource, type Engines } from '../../cli/engine.js';
import { main } from '../../cli/main.js';

/**
 * Engines that a source text itself directs: a line with `FAULT` is a finding, `UNKNOWN` an unknown, `BROKEN` a syntax error, `CRASH` a fault of
 * ours; `OLD` is migrated to `NEW`, `LEAVE` left. A file without the word `stitchkit` is not relevant.
 */
function placesOf(file: string, text: string, word: string): Place[] {
  return text.split('\n').flatMap((line, index) => {
    const at = line.indexOf(word);
    const end = at + 1 + word.length;
    return at < 0
      ? []
      : [{ file, start: 0, end: 0, line: index + 1, column: at + 1, endLine: index + 1, endColumn: end }];
  });
}

function refuse(file: string, text: string): void {
  const [broken] = placesOf(file, text, 'BROKEN');
  if (broken) throw new UnparsableSource(broken.line, broken.column, 'Unexpected token');
  if (text.includes('CRASH')) throw new TypeError('the engine fell over');
}

export interface Script {
  /** Files (their endings) that gain a type error when they change. */
  readonly typeErrors?: readonly string[];
  /** Called when files are to be type-checked. */
  readonly onTypes?: () => void;
  /** Called before the first file is looked at by `migrate`. */
  readonly onMigrate?: (file: string, options: unknown) => void;
}

export function scriptedEngines(script: Script = {}): Engines {
  const isRelevant = (text: string): boolean => text.includes('stitchkit');
  return {
    check: () =>
      Promise.resolve({
        isRelevant,
        messageOf: ({ data }) => `a fault in ${data.in ?? ''}`,
        analyse: (file, text, settings) => {
          refuse(file, text);
          return {
            findings: placesOf(file, text, 'FAULT').map((place) => ({
              rule: 'no-request-span-in-tool',
              messageId: 'span',
              data: { in: settings.version },
              place,
              scope: { kind: 'contract-handler', name: 'fire', place },
              path: [{ file, line: place.line, column: 1, text: 'calls helper' }],
              repairs: [],
            })),
            unknown: placesOf(file, text, 'UNKNOWN').map((place) => ({
              reason: 'unresolvable',
              message: 'leads into another module',
              place,
            })),
          };
        },
      }),
    migration: () =>
      Promise.resolve({
        isRelevant,
        codemods: ['mount-to-runner', 'executor-to-runner', 'call-timing'],
        migrate: (file, text, settings, options) => {
          refuse(file, text);
          script.onMigrate?.(file, { ...options, version: settings.version });
          const site = ({ line, column }: Place): { codemod: string; file: string; line: number; column: number } => ({
            codemod: 'call-timing',
            file,
            line,
            column,
          });
          const check = options.bestEffort ? 'look at the name' : null;
          return {
            text: text.replaceAll('OLD', 'NEW'),
            migrated: placesOf(file, text, 'OLD').map((place) => ({ ...site(place), check })),
            left: placesOf(file, text, 'LEAVE').map((place) => ({
              ...site(place),
              codemod: 'mount-to-runner',
              reason: 'unknown-service',
              message: 'The service cannot be seen.',
            })),
          };
        },
        filesWithNewTypeErrors: (_root, changes) => {
          script.onTypes?.();
          return Promise.resolve(
            changes
              .filter(({ file }) => script.typeErrors?.some((ending) => file.endsWith(ending)))
              .map(({ file }) => ({ file, message: 'TS2322 not assignable' })),
          );
        },
      }),
  };
}

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process. */
export async function runMain(
  cwd: string,
  argv: readonly string[],
  engines: Engines = scriptedEngines(),
): Promise<Run> {
  let out = '';
  let err = '';
  const io: Io = {
    cwd,
    colour: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  };
  const code = await main(argv, io, engines);
  return { code, out, err };
}
