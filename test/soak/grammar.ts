import fc from 'fast-check';
import { judge, looks, plans, write } from '../property/programs/program.js';

/**
 * Analyses generated programs whose answer is known, as many as the argument says; fails on a crash or a wrong answer.
 * The second argument is the seed to begin with, as the log of a failure names it.
 */
const wanted = Number(process.argv[2] ?? 100_000);
if (!Number.isInteger(wanted) || wanted < 1) {
  console.error(`How many programs must be a whole number from 1 up, not ${process.argv[2] ?? 'nothing'}.`);
  process.exit(2);
}
const BATCH = 1_000;
const SHOWN = 5;
const firstSeed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const began = performance.now();
let [done, wrong, crashes, reports] = [0, 0, 0, 0];

for (let seed = firstSeed; done < wanted; seed += 1) {
  const programs = fc.sample(fc.tuple(plans, looks), { numRuns: Math.min(BATCH, wanted - done), seed });
  for (const [plan, look] of programs) {
    const { files, answer } = write(plan, look);
    const said = answerOf(files, plan.version);
    reports += answer.length;
    if (said === answer.join('\n')) continue;
    if (said.startsWith('crash')) crashes += 1;
    else wrong += 1;
    if (wrong + crashes > SHOWN) continue;
    console.log(`seed ${String(seed)}, version ${plan.version}\nexpected:\n${answer.join('\n')}\nsaid:\n${said}`);
    for (const [path, text] of files) console.log(`// ${path}\n${text}`);
  }
  done += programs.length;
  console.log(`${String(done)} programs, ${seconds()} s`);
}

console.log(
  `${String(done)} generated programs with ${String(reports)} faults judged in ${seconds()} s: ${String(crashes)} crashes, ${String(wrong)} wrong answers (first seed ${String(firstSeed)})`,
);
process.exitCode = crashes + wrong > 0 ? 1 : 0;

function answerOf(files: ReadonlyMap<string, string>, version: string): string {
  try {
    return judge(files, version).join('\n');
  } catch (error) {
    return `crash: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}
