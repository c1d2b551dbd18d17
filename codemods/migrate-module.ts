import { disabledPlaces, type DisabledPlaces } from '../analysis/disable-comments.js';
import { SourceSyntaxError, validSource, type ValidSource } from '../analysis/parse-module.js';
import type { ModuleLoader } from '../analysis/link/module-loader.js';
import type { ResolvedSettings } from '../analysis/settings.js';
import { BYTE_ORDER_MARK, lineStarts, positionAt } from '../analysis/source-text.js';
import type { Codemod, FileContext, LeftSite, MigratedSite, MigrateOptions, SiteOutcome } from './codemod.js';
import { ImportEditor } from './edit/import-editor.js';
import { composeOffsets, offsetsAfter, offsetsBefore, unchangedOffsets, type OffsetMap } from './edit/offset-map.js';
import { EditConflictError, EditList } from './edit/text-edit.js';
import { MeaningIndex } from './meaning/meaning-index.js';
import { selectCodemods } from './pipeline/selection.js';
import { writeReasons } from './pipeline/write-reasons.js';
import { DISABLED, reasonSentence } from './reasons.js';
import { fileStyleOf, type FileStyle } from './source/file-style.js';
import { SourceView } from './source/source-view.js';

export interface MigrateInput {
  /** The path that results name. */
  readonly file: string;
  /** The raw text, byte order mark included. */
  readonly text: string;
  readonly settings: ResolvedSettings;
  readonly options: MigrateOptions;
  /** Gives the project's other modules, so that contracts and helpers that stand there are seen; absent: none is. */
  readonly loader?: ModuleLoader;
}

export interface MigrateResult {
  readonly text: string;
  readonly migrated: readonly MigratedSite[];
  readonly left: readonly LeftSite[];
}

/** One text, read once for all codemods that see it. */
interface ReadText {
  readonly view: SourceView;
  readonly style: FileStyle;
  readonly meaning: MeaningIndex;
}

/** The text so far, with the way back to the original offsets. */
interface Progress {
  text: string;
  /** The text as it was parsed; `null` until a codemod wants to see it. */
  source: ValidSource | null;
  read: ReadText | null;
  before: OffsetMap;
  after: OffsetMap;
  readonly claims: Set<number>;
  readonly sites: (SiteOutcome & { readonly codemod: string })[];
  /** True where a comment of the original text disables a rule at an original offset. */
  readonly isDisabled: (rule: string, offset: number) => boolean;
}

/**
 * Runs codemods over the text of one file. Pure: reads and writes nothing.
 *
 * @returns the new text and every site, each migrated or left; lines and columns are those of the text given
 * @throws {SourceSyntaxError} where the text given does not parse
 */
export function migrateModule(input: MigrateInput, all: readonly Codemod[]): MigrateResult {
  const { file, options } = input;
  const hasMark = input.text.startsWith(BYTE_ORDER_MARK);
  const original = hasMark ? input.text.slice(1) : input.text;
  const starts = lineStarts(original);
  const progress: Progress = {
    text: original,
    source: null,
    read: null,
    before: unchangedOffsets,
    after: unchangedOffsets,
    claims: new Set(),
    sites: [],
    isDisabled: disabledIn(file, original, starts),
  };
  for (const codemod of selectCodemods(all, options)) {
    if (codemod.mayApply(progress.text)) runOne(codemod, input, progress);
  }
  const placed = progress.sites.map((site) => {
    const position = positionAt(starts, site.at);
    return { site, place: { codemod: site.codemod, file, line: position.line, column: position.column } };
  });
  const left = placed.flatMap(({ site, place }) =>
    site.outcome === 'left' ? [{ ...place, reason: site.reason, message: reasonSentence(site.reason, site.data) }] : [],
  );
  const migrated = placed.flatMap(({ site, place }) =>
    site.outcome === 'migrated' ? [{ ...place, check: site.check }] : [],
  );
  const text = options.todo ? withReasons(input, progress) : progress.text;
  return { text: hasMark ? BYTE_ORDER_MARK + text : text, migrated: inOrder(migrated), left: inOrder(left) };
}

/** The comments are read when a codemod first asks. */
function disabledIn(file: string, text: string, starts: readonly number[]): Progress['isDisabled'] {
  let places: DisabledPlaces | null | undefined;
  return (rule, offset) => {
    if (places === undefined) places = disabledPlaces(text, () => validSource(file, text).comments);
    return places?.isDisabled(rule, positionAt(starts, offset)) ?? false;
  };
}

function inOrder<T extends { readonly line: number; readonly column: number }>(sites: readonly T[]): T[] {
  return [...sites].sort((a, b) => a.line - b.line || a.column - b.column);
}

function runOne(codemod: Codemod, input: MigrateInput, progress: Progress): void {
  progress.read ??= readText(input, viewOf(input, progress));
  const { edits, outcomes, isWhole } = outcomesOf(codemod, input, progress, progress.read);
  const text = edits.isEmpty || !isWhole ? progress.text : edits.apply(progress.text);
  const source = text === progress.text ? progress.source : parsed(input.file, text);
  for (const one of outcomes) {
    const reason = isWhole ? 'parse-error-after-edit' : 'edit-conflict';
    const failed = one.outcome === 'migrated' && (!source || !isWhole);
    const site: SiteOutcome = failed ? { at: one.at, claims: one.claims, outcome: 'left', reason } : one;
    progress.sites.push({ ...site, at: progress.before(one.at), codemod: codemod.name });
    if (site.outcome === 'left') for (const claim of one.claims) progress.claims.add(progress.before(claim));
  }
  if (!source || text === progress.text) return;
  progress.before = composeOffsets(progress.before, offsetsBefore(edits.ordered));
  progress.after = composeOffsets(offsetsAfter(edits.ordered), progress.after);
  progress.text = text;
  progress.source = source;
  // read again only if another codemod wants to see it
  progress.read = null;
}

function viewOf(input: MigrateInput, progress: Progress): SourceView {
  progress.source ??= validSource(input.file, progress.text);
  return new SourceView(progress.source.module());
}

function parsed(file: string, text: string): ValidSource | null {
  try {
    return validSource(file, text);
  } catch (error) {
    if (error instanceof SourceSyntaxError) return null;
    throw error;
  }
}

interface Outcomes {
  readonly edits: EditList;
  readonly outcomes: readonly SiteOutcome[];
  /** False where edits touch each other, so that none of them can be used. */
  readonly isWhole: boolean;
}

/** Lets a codemod decide. Where its edits clash, it is asked again only for what its sites are. */
function outcomesOf(codemod: Codemod, input: MigrateInput, progress: Progress, read: ReadText): Outcomes {
  const decide = (edits: EditList): readonly SiteOutcome[] => {
    const imports = new ImportEditor(read.view, read.style);
    const { settings, options } = input;
    const { rule } = codemod;
    const isClaimed = (offset: number): boolean => progress.claims.has(progress.before(offset));
    const isDisabled = (...offsets: readonly number[]): boolean =>
      rule !== undefined && offsets.some((one) => progress.isDisabled(rule, progress.before(one)));
    const context: FileContext = { ...read, imports, edits, settings, options, isClaimed, isDisabled };
    const outcomes = codemod.run(context);
    if (!edits.isEmpty) edits.add(imports.finish(edits));
    return outcomes;
  };
  try {
    const edits = new EditList();
    return { edits, outcomes: decide(edits), isWhole: true };
  } catch (error) {
    if (!(error instanceof EditConflictError)) throw error;
    const edits = new EditList(true);
    return { edits, outcomes: decide(edits), isWhole: false };
  }
}

function readText(input: MigrateInput, view: SourceView): ReadText {
  return { view, style: fileStyleOf(view), meaning: new MeaningIndex(view, input.settings, input.loader ?? null) };
}

/** A site that a comment disables has been decided on, and a line between the two would part them. */
function withReasons(input: MigrateInput, progress: Progress): string {
  const left = progress.sites.flatMap((site) =>
    site.outcome === 'left' && site.reason !== DISABLED
      ? [{ codemod: site.codemod, reason: site.reason, data: site.data, at: progress.after(site.at) }]
      : [],
  );
  if (left.length === 0) return progress.text;
  return writeReasons(progress.read?.view ?? viewOf(input, progress), left);
}
