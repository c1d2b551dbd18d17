import { writeFileSync } from 'node:fs';

const file = process.env['BENCH_PEAK_FILE'];
if (file) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS / 1024)));
