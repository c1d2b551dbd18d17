import { writeFileSync } from 'node:fs';

const file = process.env['BENCH_USAGE_FILE'];
if (file) process.on('exit', () => writeFileSync(file, JSON.stringify(usage())));

/** What this process has used, as `Usage` in `measure.ts`. */
function usage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: maxRSS / 1024 };
}
