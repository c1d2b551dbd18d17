import type { SourceView } from '../source/source-view.js';
import type { ResolvedVariable } from '../source/variable.js';
import { mentionsName } from './mentions-name.js';
import type { EditList } from './text-edit.js';

/** True where the edits take away every use of a variable that had one. A name unused before is not ours to remove. */
export function becameUnused(variable: ResolvedVariable, edits: EditList): boolean {
  const uses = variable.references.filter((one) => !one.init);
  if (uses.length === 0) return false;
  if (!uses.every(({ identifier }) => edits.covers(identifier.range[0], identifier.range[1]))) return false;
  return !edits.ordered.some((edit) => mentionsName(edit.text, variable.name));
}

/** The variables of a file that the edits leave without any use. */
export function unusedAfter(view: SourceView, edits: EditList): ResolvedVariable[] {
  return view.variables.filter((variable) => becameUnused(variable, edits));
}
