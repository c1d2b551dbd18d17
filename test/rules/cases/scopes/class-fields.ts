import { clean, hit, type RuleCase } from '../../rule-case.js';
import { CONTEXT_IMPORT } from '../../templates/scopes.js';

const IMPORTS = `import { tool } from 'ai';
${CONTEXT_IMPORT}
import { note } from './notes';
`;

/** `this` in a field or a static block of a class is the instance or the class, as in a method. */
export function classFields(read: string): RuleCase[] {
  return [
    hit(
      'field: a tool calls a method of its class',
      'flock.ts',
      `${IMPORTS}
export class Flock {
  readonly count = tool({ description: 'Count', execute: async ({ pen }) => this.#look(pen) });
  #look(pen: string) {
    note(pen, §${read});
  }
}
`,
    ),
    hit(
      'field: tools in a literal read a getter',
      'flock.ts',
      `${IMPORTS}
export class Flock {
  constructor(private readonly pens: string[]) {}
  readonly tools = {
    count: tool({ description: 'Count', execute: async () => this.pens.map((pen) => [pen, this.mark]) }),
  };
  private get mark() {
    return §${read};
  }
}
`,
    ),
    hit(
      'field: a static tool calls a static method',
      'flock.js',
      `${IMPORTS}
export class Flock {
  static count = tool({ description: 'Count', execute: async () => this.look() });
  static look() {
    note(§${read});
  }
}
`,
    ),
    hit(
      'field: a static block makes the tool',
      'flock.js',
      `${IMPORTS}
export class Flock {
  static tools = {};
  static {
    this.tools.count = tool({ description: 'Count', execute: async () => this.look() });
  }
  static look() {
    note(§${read});
  }
}
`,
    ),
    clean(
      'field: the method of that name is of the class around',
      'flock.ts',
      `${IMPORTS}
export class Flock {
  look() {
    note(${read});
  }
  readonly inner = new (class {
    readonly count = tool({ description: 'Count', execute: async () => this.look() });
    look() {
      note(1);
    }
  })();
}
`,
    ),
    clean(
      'field: this of a function in a field is not the instance',
      'flock.js',
      `${IMPORTS}
export class Flock {
  count = tool({
    description: 'Count',
    execute: async function () {
      return this.look();
    },
  });
  look() {
    note(${read});
  }
}
`,
    ),
    clean(
      'field: an instance method of the same name as a static one',
      'flock.js',
      `${IMPORTS}
export class Flock {
  static count = tool({ description: 'Count', execute: async () => this.look() });
  static look() {
    note(1);
  }
  look() {
    note(${read});
  }
}
`,
    ),
  ];
}
