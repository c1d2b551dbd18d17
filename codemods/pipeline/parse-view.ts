import { parseModule } from '../../analysis/parse-module.js';
import { SourceView } from '../source/source-view.js';

/** Parses a text without byte order mark. @throws {SourceSyntaxError} */
export function parseView(file: string, text: string): SourceView {
  return new SourceView(parseModule(file, text));
}
