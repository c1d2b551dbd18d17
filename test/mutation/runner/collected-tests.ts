import { format } from 'node:util';
import { expect } from 'vitest';
import { clock } from './advancing-clock.js';

type Work = () => unknown;

/** One test of a file, with what is run around it. */
export interface CollectedTest {
  readonly name: string;
  readonly run: () => Promise<void>;
}

interface Suite {
  readonly name: string;
  readonly before: Work[];
  readonly after: Work[];
}

/** Takes in the tests of files that are written for vitest, and runs them one by one in this process. */
export class TestCollector {
  readonly tests: CollectedTest[] = [];
  readonly #atStart: Work[] = [];
  readonly #atEnd: Work[] = [];
  #suites: readonly Suite[] = [];

  /** What such a file imports from vitest. */
  readonly api: Readonly<Record<string, unknown>> = {
    expect,
    vi: clock,
    describe: this.#withForms((name, body) => this.#describe(name, body)),
    it: this.#withForms((name, body) => this.#it(name, body)),
    beforeAll: (work: Work) => (this.#inFile() ? this.#atStart : this.#suites.at(-1)?.before)?.push(work),
    afterAll: (work: Work) => (this.#inFile() ? this.#atEnd : this.#suites.at(-1)?.after)?.push(work),
    beforeEach: (work: Work) => this.#suites.at(-1)?.before.push(work),
    afterEach: (work: Work) => this.#suites.at(-1)?.after.push(work),
  };

  /** Takes in one file. */
  collect(file: string, load: () => void): void {
    this.#within({ name: file, before: [], after: [] }, load);
  }

  async start(): Promise<void> {
    for (const work of this.#atStart) await work();
  }

  async end(): Promise<void> {
    for (const work of this.#atEnd) await work();
  }

  /** Tests run in any order: what a group prepares is prepared for each of its tests, what a file prepares once. */
  #inFile(): boolean {
    return this.#suites.length <= 1;
  }

  #describe(name: string, body: Work): void {
    this.#within({ name, before: [], after: [] }, body);
  }

  #within(suite: Suite, body: Work): void {
    const outer = this.#suites;
    this.#suites = [...outer, suite];
    body();
    this.#suites = outer;
  }

  #it(name: string, body: Work): void {
    const around = this.#suites;
    this.tests.push({
      name: [...around.map((suite) => suite.name), name].join(' > '),
      run: async () => {
        try {
          for (const suite of around) for (const work of suite.before) await work();
          await body();
        } finally {
          for (const suite of [...around].reverse()) for (const work of suite.after) await work();
        }
      },
    });
  }

  /** `f(name, body)`, `f(name, options, body)` and `f.each(rows)(name, body)`. */
  #withForms(declare: (name: string, body: Work) => void): unknown {
    const plain = (name: string, ...rest: readonly unknown[]): void => declare(name, rest.at(-1) as Work);
    const each =
      (rows: readonly unknown[]) =>
      (name: string, ...rest: readonly unknown[]): void => {
        const body = rest.at(-1) as (...row: readonly unknown[]) => unknown;
        rows.forEach((row, index) => {
          const cells = Array.isArray(row) ? (row as readonly unknown[]) : [row];
          const places = (name.match(/%[sdifjo]/gu) ?? []).length;
          declare(`${format(name, ...cells.slice(0, places))} #${String(index)}`, () => body(...cells));
        });
      };
    return Object.assign(plain, { each });
  }
}
