import { relative, sep } from 'node:path';
import type { Rule, SourceCode } from 'eslint';
import type { TSESTree } from '@typescript-eslint/types';
import { analyseModule } from '../analysis/analyse-module.js';
import type { FileAnalysis } from '../analysis/finding.js';
import type { ScopeSource } from '../analysis/parsed-module.js';
import { projectLoader } from '../analysis/link/module-loader.js';
import { oversizedSource } from '../analysis/oversized-source.js';
import { isRelevant } from '../analysis/relevance.js';
import { resolveSettings } from '../analysis/resolve-settings.js';
import { programTypes } from './program-types.js';

const DECLARATION_FILE = /\.d\.[cm]?ts$/u;
const analyses = new WeakMap<SourceCode, Map<string, FileAnalysis | null>>();

/** The analysis of the file that a rule is on, made once for all rules; `null` where the file can declare no finding. */
export function fileAnalysis(context: Rule.RuleContext): FileAnalysis | null {
  const { sourceCode } = context;
  const settings: unknown = context.settings['stitchkit'];
  const key = JSON.stringify(settings) ?? '';
  const known = analyses.get(sourceCode) ?? new Map<string, FileAnalysis | null>();
  analyses.set(sourceCode, known);
  let analysis = known.get(key);
  if (analysis === undefined) {
    analysis = analyse(context, settings);
    known.set(key, analysis);
  }
  return analysis;
}

function analyse(context: Rule.RuleContext, given: unknown): FileAnalysis | null {
  const { sourceCode, filename } = context;
  if (DECLARATION_FILE.test(filename)) return null;
  const settings = resolveSettings({ filename, cwd: context.cwd, settings: given });
  if (!isRelevant(sourceCode.text, settings)) return null;
  const file = pathInProject(settings.root, filename);
  const oversized = oversizedSource(file, sourceCode.text);
  if (oversized) return oversized;
  return analyseModule(
    {
      file,
      text: sourceCode.text,
      // ESLint's own names for the same ESTree and scopes
      ast: sourceCode.ast as unknown as TSESTree.Program,
      scopes: sourceCode.scopeManager as unknown as ScopeSource,
      visitorKeys: sourceCode.visitorKeys,
      types: programTypes(sourceCode, file),
    },
    settings,
    projectLoader(settings),
  );
}

function pathInProject(root: string, filename: string): string {
  const path = relative(root, filename).split(sep).join('/');
  return path === '' || path.startsWith('..') ? filename : path;
}
