import type { SourceView } from './source-view.js';

/** True where an offset lies inside a template literal, a string or JSX text, so that what is put there becomes part of it. */
export function isInsideText(view: SourceView, offset: number): boolean {
  return view.nodes.some(
    (node) =>
      (node.type === 'TemplateElement' || node.type === 'JSXText' || node.type === 'Literal') &&
      node.range[0] < offset &&
      offset < node.range[1],
  );
}
