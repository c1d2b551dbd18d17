import type { Action } from './actions.js';
import { ModuleWriter } from './module-writer.js';

/** The modules of one program, by path. */
export class ProgramFiles {
  readonly #modules = new Map<string, ModuleWriter>();

  constructor(readonly make: () => ModuleWriter) {}

  /** A new module beside the others, and the specifier that its neighbours name it by. */
  open(name: string): { readonly module: ModuleWriter; readonly specifier: string } {
    const base = `${name}${String(this.#modules.size)}`;
    const module = this.make();
    this.#modules.set(base, module);
    const ending = module.style.language === 'cjs' ? '.cjs' : '.js';
    return { module, specifier: `./${base}${ending}` };
  }

  *[Symbol.iterator](): Iterator<[path: string, module: ModuleWriter]> {
    for (const [base, module] of this.#modules) yield [`${base}.${module.style.language}`, module];
  }
}

/** Where an action's code stands, seen from the function whose effect it is. `put` gives that function's statements. */
export interface ActionPlace {
  readonly name: string;
  /** Whether other modules could call the code, too. */
  readonly exported: boolean;
  put(action: Action, mark: string, module: ModuleWriter, files: ProgramFiles): string;
}

function place(name: string, put: ActionPlace['put']): ActionPlace {
  return { name, exported: false, put };
}

/** In the module that declares the function: a fault stands where it is. */
const local: readonly ActionPlace[] = [
  place('in the function', (action, mark, m) => m.wrappedStatements(action.emit(m, mark))),
  place('in a closure that is called', (action, mark, m) => {
    const run = m.name('run');
    return `const ${run} = () => { ${action.emit(m, mark)} }; ${run}();`;
  }),
  place('in a callback of an array', (action, mark, m) => `[1].forEach(() => { ${action.emit(m, mark)} });`),
  place('in a callback of a promise', (action, mark, m) => {
    return `Promise.resolve(1).then(() => { ${action.emit(m, mark)} });`;
  }),
  place('in a function', (action, mark, m) => {
    const helper = m.name('helper');
    m.add(`function ${helper}() { ${action.emit(m, mark)} }`);
    return `${helper}();`;
  }),
  place('in a function of a function', (action, mark, m) => {
    const [inner, outer] = [m.name('inner'), m.name('outer')];
    m.add(`const ${inner} = function () { ${action.emit(m, mark)} };`);
    m.add(`const ${outer} = async () => { ${inner}(); };`);
    return `void ${outer}();`;
  }),
  place('in a method', (action, mark, m) => {
    const helper = m.name('Helper');
    m.add(`class ${helper} { go() { ${m.wrappedStatements(action.emit(m, mark))} } }`);
    const made = m.name('made');
    return m.decide.onceIn(2) ? `new ${helper}().go();` : `const ${made} = new ${helper}(); ${made}.go();`;
  }),
  place('in a private method', (action, mark, m) => {
    const helper = m.name('Helper');
    m.add(`class ${helper} { go() { this.#own(); } #own() { ${action.emit(m, mark)} } }`);
    return `new ${helper}().go();`;
  }),
  place('in a static method', (action, mark, m) => {
    const helper = m.name('Helper');
    m.add(`class ${helper} { static go() { ${action.emit(m, mark)} } }`);
    return `${helper}.go();`;
  }),
  place('in a field of a class', (action, mark, m) => {
    const helper = m.name('Helper');
    m.add(`class ${helper} { go = () => { ${action.emit(m, mark)} }; }`);
    return `new ${helper}().go();`;
  }),
  place('in a method of an object', (action, mark, m) => {
    const helper = m.name('helper');
    m.add(`const ${helper} = { go() { ${action.emit(m, mark)} } };`);
    return `${helper}.go();`;
  }),
];

/** How a module's function is written and how it is called, by the expression that its neighbour has for the export. */
const exportForms: readonly ((
  body: string,
  m: ModuleWriter,
) => { name: string; call: (imported: string) => string })[] = [
  (body, m) => {
    const name = m.name('helper');
    m.add(`function ${name}() { ${body} }`);
    return { name, call: (imported) => `${imported}();` };
  },
  (body, m) => {
    const name = m.name('helper');
    m.add(`const ${name} = () => { ${body} };`);
    return { name, call: (imported) => `${imported}();` };
  },
  (body, m) => {
    const name = m.name('Helper');
    m.add(`class ${name} { go() { ${body} } }`);
    return { name, call: (imported) => `new ${imported}().go();` };
  },
  (body, m) => {
    const name = m.name('helper');
    m.add(`const ${name} = { go: () => { ${body} } };`);
    return { name, call: (imported) => `${imported}.go();` };
  },
];

/** In another module: a fault stands at the call that leads there. */
const foreign: readonly ActionPlace[] = [
  place('in another module', (action, mark, m, files) => {
    const { module, specifier } = files.open('helper');
    const written = exported(action, module);
    return `${mark}${written.call(m.imported(specifier, written.name))}`;
  }),
  place('in another module, by default', (action, mark, m, files) => {
    const { module, specifier } = files.open('helper');
    const written = formOf(module)(action.emit(module, ''), module);
    module.exportAs(written.name, 'default');
    const name = m.style.language === 'cjs' ? `${m.namespace(specifier)}.default` : m.imported(specifier, 'default');
    return `${mark}${written.call(name)}`;
  }),
  place('behind a barrel', (action, mark, m, files) => {
    const { module, specifier } = files.open('helper');
    const written = exported(action, module);
    const barrel = files.open('index');
    const as = m.decide.onceIn(2) ? written.name : barrel.module.name('passedOn');
    barrel.module.reexport(specifier, written.name, as);
    return `${mark}${written.call(m.imported(barrel.specifier, as))}`;
  }),
  place('two modules away', (action, mark, m, files) => {
    const { module, specifier } = files.open('deep');
    const written = exported(action, module);
    const between = files.open('between');
    const step = between.module.name('step');
    between.module.add(`function ${step}() { ${written.call(between.module.imported(specifier, written.name))} }`);
    between.module.exportAs(step, step);
    return `${mark}${m.imported(between.specifier, step)}();`;
  }),
];

function formOf(module: ModuleWriter): (typeof exportForms)[number] {
  const [first] = exportForms;
  return exportForms[module.style.varied ? module.decide.below(exportForms.length) : 0] ?? first!;
}

function exported(action: Action, module: ModuleWriter): ReturnType<(typeof exportForms)[number]> {
  const written = formOf(module)(action.emit(module, ''), module);
  module.exportAs(written.name, written.name);
  return written;
}

/** Every place of the grammar. */
export const PLACES: readonly ActionPlace[] = [...local, ...foreign];
