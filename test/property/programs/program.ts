import fc from 'fast-check';
import semver from 'semver';
import { analyseModule, parseModule } from '../../../analysis/index.js';
import { isRelevant } from '../../../analysis/relevance.js';
import type { ResolvedSettings } from '../../../analysis/settings.js';
import { ACTIONS } from './actions.js';
import { ruleFor, SINCE, type ScopeKind } from './answer.js';
import { encoded, relaid, type Layout } from './layout.js';
import { markOf, readMarks } from './marks.js';
import { memoryLoader } from './memory-loader.js';
import { ModuleWriter, type Language, type Style } from './module-writer.js';
import { PLACES, ProgramFiles } from './places.js';
import { Decisions } from './random.js';
import { SCOPES } from './scopes.js';

/** One function of a program, with what it does: indices into the grammar's actions and places. */
interface ScopePlan {
  readonly kind: ScopeKind;
  readonly does: readonly { readonly action: number; readonly place: number }[];
}

/** What a program does, whatever it looks like. */
export interface Plan {
  readonly version: string;
  readonly scopes: readonly ScopePlan[];
}

/** What a program looks like. */
export interface Look {
  readonly language: Language;
  /** Chooses names, forms and wraps; `null` is the plainest of each. */
  readonly seed: number | null;
  readonly layout: Layout;
  readonly crlf: boolean;
  readonly byteOrderMark: boolean;
}

/** `file:line:column rule` of each report. */
export type Answer = readonly string[];

const VERSIONS = ['0.35.0', '0.36.0', '0.36.1', '0.43.0', '0.54.0', '0.94.0', '0.104.2'] as const;

const scopePlan: fc.Arbitrary<ScopePlan> = fc.record({
  kind: fc.constantFrom(...(Object.keys(SCOPES) as ScopeKind[])),
  does: fc.array(fc.record({ action: fc.nat(ACTIONS.length - 1), place: fc.nat(PLACES.length - 1) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** Programs of the grammar. */
export const plans: fc.Arbitrary<Plan> = fc
  .record({
    version: fc.constantFrom(...VERSIONS),
    scopes: fc.array(scopePlan, { minLength: 1, maxLength: 3 }),
  })
  .map(({ version, scopes }) => ({
    version,
    scopes: scopes.filter(({ kind }) => semver.gte(version, SINCE[kind] ?? '0.0.0')),
  }));

/** Ways to write a program down. */
export const looks: fc.Arbitrary<Look> = fc.record({
  language: fc.constantFrom('ts', 'js', 'cjs'),
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
  layout: fc.constantFrom('plain', 'dense', 'loose', 'remarks'),
  crlf: fc.boolean(),
  byteOrderMark: fc.boolean(),
});

/** The plainest way to write a program down. */
export const PLAIN: Look = { language: 'ts', seed: null, layout: 'plain', crlf: false, byteOrderMark: false };

/** A program's files, and what is wrong in them by the facts. */
export interface Written {
  readonly files: ReadonlyMap<string, string>;
  readonly answer: Answer;
}

/** Writes a program down. */
export function write(plan: Plan, look: Look): Written {
  const decide = new Decisions(look.seed ?? 0);
  const style: Style = { language: look.language, varied: look.seed !== null, decide, used: { names: 0 } };
  const modules = new ProgramFiles(() => new ModuleWriter(style));
  const { module: main } = modules.open('main');
  const rules: string[] = [];
  for (const scope of plan.scopes) {
    const body = scope.does.map(({ action: actionIndex, place: placeIndex }) => {
      const [action, place] = [ACTIONS[actionIndex], PLACES[placeIndex]];
      if (!action || !place) throw new RangeError('the plan names what the grammar does not have');
      const rule = ruleFor(action.effect, scope.kind, plan.version, place.exported);
      if (rule === null) return place.put(action, '', main, modules);
      rules.push(rule);
      return place.put(action, markOf(rules.length - 1), main, modules);
    });
    SCOPES[scope.kind](main, modules, body.join(' '));
  }
  const files = new Map<string, string>();
  const answer: string[] = [];
  for (const [path, module] of modules) {
    const marked = encoded(relaid(module.toString(), look.layout, decide), {
      crlf: look.crlf,
      mark: look.byteOrderMark,
    });
    const { text, places } = readMarks(marked);
    files.set(path, text);
    for (const [fault, { line, column }] of places) {
      answer.push(`${path}:${String(line)}:${String(column)} ${rules[fault] ?? 'no rule'}`);
    }
  }
  if (answer.length !== rules.length) throw new Error('a fault has no place in the program');
  return { files, answer: answer.toSorted() };
}

/** What the analysis says of a program. */
export function judge(files: ReadonlyMap<string, string>, version: string): Answer {
  const settings: ResolvedSettings = {
    root: '/',
    version,
    versionFrom: 'settings',
    unknownExposure: 'report',
    vocabulary: [],
    toolFiles: [],
  };
  const loader = memoryLoader(files, settings);
  const answer: string[] = [];
  for (const [path, whole] of files) {
    const text = whole.replace(/^\uFEFF/u, '');
    const parsed = parseModule(path, text);
    if (!isRelevant(text, settings)) continue;
    for (const { rule, place } of analyseModule(parsed, settings, loader).findings) {
      answer.push(`${path}:${String(place.line)}:${String(place.column)} ${rule}`);
    }
  }
  return answer.toSorted();
}
