import type { Finding, Unknown } from '../finding.js';
import type { Ref } from '../link/linked-module.js';
import type { Meaning } from '../link/meaning.js';
import type { ValueResolver } from '../link/value-resolver.js';
import type { DeclaredScope } from '../scopes/call-scope.js';
import type { Visit } from '../scopes/walk-scope.js';
import { placeOfRef, scopeFinding } from './finding-builder.js';
import { NEVER_FORKED } from './scope-labels.js';
import { insteadOfNativeWrite } from './version-truth.js';

const RULE = 'no-context-write-in-native-tool';
const ASSIGNING_GLOBALS = new Set(['Object.assign', 'Object.defineProperty', 'Reflect.set', 'Reflect.deleteProperty']);

/** A write to the current context. */
interface ContextWrite {
  readonly text: string;
  readonly direct: boolean;
}

/** Judges one write of the context that a scope makes which the framework never forks. */
export function judgeWrite(
  resolver: ValueResolver,
  scope: DeclaredScope,
  visit: Visit,
): { readonly findings: Finding[]; readonly unknown: Unknown[] } {
  if (!NEVER_FORKED.has(scope.kind)) return { findings: [], unknown: [] };
  const write = writeAt(resolver, visit);
  if (!write) return { findings: [], unknown: [] };
  const enclosure = resolver.ambient.enclosureOf(visit.ref, visit.frame, undefined);
  // a record that is named is written whatever is current
  if (enclosure && enclosure.kind !== 'maybe' && !write.direct) return { findings: [], unknown: [] };
  if (enclosure?.kind === 'maybe' && !write.direct) {
    const message = `a context write runs inside \`${enclosure.through}\` of another module, which may open a fork`;
    return { findings: [], unknown: [{ reason: 'other-module', message, place: placeOfRef(visit.ref) }] };
  }
  const id = write.direct ? 'directWrite' : 'write';
  const data = { write: write.text, instead: insteadOfNativeWrite(resolver.vocabulary.version) };
  return { findings: [scopeFinding(RULE, id, visit.ref, scope, visit.path, data)], unknown: [] };
}

function writeAt(resolver: ValueResolver, visit: Visit): ContextWrite | null {
  const { node, ref, frame } = visit;
  const at = (id: number): Ref => ({ module: ref.module, id });
  if (node.op === 'store') {
    const target = resolver.resolve(at(node.object), frame);
    return target.some((one) => isContext(resolver, one)) ? { text: node.key ?? '…', direct: true } : null;
  }
  if (node.op !== 'call') return null;
  for (const callee of resolver.resolve(at(node.callee), frame)) {
    if (isWriter(resolver, callee)) {
      return { text: calleeName(resolver, at(node.callee)), direct: false };
    }
    if (callee.is === 'method' && callee.on.is === 'shape' && isWriter(resolver, callee.on) && callee.name !== 'bind') {
      return { text: 'a context writer', direct: false };
    }
    const first = node.args[0];
    if (callee.is === 'global' && ASSIGNING_GLOBALS.has(callee.path) && first !== undefined) {
      const target = resolver.resolve(at(first), frame);
      if (target.some((one) => isContext(resolver, one))) return { text: callee.path, direct: true };
    }
  }
  return handedWriter(resolver, visit, node.args);
}

/** A writer that a call is handed as its callback: `values.forEach(write)`. */
function handedWriter(resolver: ValueResolver, visit: Visit, args: readonly number[]): ContextWrite | null {
  for (const id of args) {
    const ref = { module: visit.ref.module, id };
    if (resolver.resolve(ref, visit.frame).some((one) => isWriter(resolver, one))) {
      return { text: calleeName(resolver, ref), direct: false };
    }
  }
  return null;
}

function isWriter(resolver: ValueResolver, meaning: Meaning): boolean {
  return meaning.is === 'shape' && resolver.vocabulary.shape(meaning.shape).role === 'context-writer';
}

function isContext(resolver: ValueResolver, meaning: Meaning): boolean {
  if (meaning.is !== 'shape') return false;
  const { role } = resolver.vocabulary.shape(meaning.shape);
  return role === 'context' || role === 'context-part' || role === 'enclosing-trace';
}

/** The writer as the source names it. */
function calleeName(resolver: ValueResolver, ref: Ref): string {
  const node = ref.module.value(ref.id);
  if (node.op === 'variable') return node.name;
  if (node.op === 'get' && node.key !== null) return node.key;
  if (node.op === 'typed') return calleeName(resolver, { module: ref.module, id: node.of });
  return 'a context writer';
}
