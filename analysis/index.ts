export { analyseModule, analyseSummary, analyseView, viewModule, type ModuleView } from './analyse-module.js';
export { disabledPlaces } from './disable-comments.js';
export type { Finding } from './finding.js';
export { projectLoader } from './link/module-loader.js';
export { parseModule, validSource } from './parse-module.js';
export { isRelevant } from './relevance.js';
export type { ResolvedSettings } from './settings.js';
export { summarise } from './summary/summarise.js';
