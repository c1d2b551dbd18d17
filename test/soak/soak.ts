import { installedSources, soak } from './installed-sources.js';

/** Analyses every source file of the installed packages; fails on a crash or a report. */
const began = performance.now();
const { analysed, unparsable, crashes, reports } = soak(installedSources());
for (const line of [...crashes, ...reports]) console.log(line);
console.log(
  `${String(analysed)} files analysed in ${((performance.now() - began) / 1000).toFixed(0)} s: ${String(crashes.length)} crashes, ${String(reports.length)} reports; ${String(unparsable)} are no valid source`,
);
process.exitCode = crashes.length + reports.length > 0 ? 1 : 0;
