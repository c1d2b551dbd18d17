import { compareVersions } from '../analysis/vocabulary/version-range.js';
import { stepsTouching, UPGRADE_STEPS, type UpgradeStep } from '../analysis/vocabulary/upgrade-steps.js';
import { counted } from './format/stylish-file.js';
import type { LeftSite } from './report.js';

/** The first version whose runner takes every call that an older one has none for (facts, section B). */
const RUNNER_VERSION = '0.40.0';
const NO_RUNNER = 'no-runner-in-version';

interface RelevantText {
  readonly path: string;
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

/** The framework's own changes that an upgrade of a project has to follow, which no codemod here makes. */
export class UpgradePlan {
  readonly #files = new Map<UpgradeStep, Set<string>>();
  readonly #seen: RelevantText[] = [];
  #to = '';

  /** Notes a file, and between which versions it is to go. */
  note(source: RelevantText): void {
    this.#seen.push(source);
  }

  /**
   * The plan as lines for people, in the order of the versions; empty where there is nothing to upgrade.
   *
   * @param left the sites that are left: where a version has no runner for one, the plan leads to the first that has
   */
  lines(left: readonly LeftSite[]): string {
    const lacksRunner = left.some(({ reason }) => reason === NO_RUNNER);
    for (const { path, text, from, to } of this.#seen) {
      const target = lacksRunner && compareVersions(to, RUNNER_VERSION) < 0 ? RUNNER_VERSION : to;
      if (this.#to === '' || compareVersions(target, this.#to) > 0) this.#to = target;
      for (const step of stepsTouching(text, from, target)) this.#add(step, path);
    }
    const touched = UPGRADE_STEPS.filter((step) => this.#files.has(step));
    if (touched.length === 0 && !lacksRunner) return '';
    const why = lacksRunner
      ? `No runner for the sites that are left: upgrade to stitchkit ${this.#to}`
      : `On the way to stitchkit ${this.#to}`;
    const rows = touched.map(
      (step) => `  ${step.version.padEnd(7)} ${step.change} (${counted(this.#files.get(step)?.size ?? 0, 'file')})\n`,
    );
    return `${why}${rows.length > 0 ? ', by hand, in this order:' : '.'}\n${rows.join('')}`;
  }

  #add(step: UpgradeStep, path: string): void {
    const files = this.#files.get(step) ?? new Set();
    this.#files.set(step, files.add(path));
  }
}
