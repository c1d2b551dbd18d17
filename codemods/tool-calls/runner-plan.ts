import type { TSESTree } from '@typescript-eslint/types';
import { compareVersions } from '../../analysis/vocabulary/version-range.js';
import type { FileContext } from '../codemod.js';
import { uniqueName } from '../edit/unique-name.js';
import { frameworkExport } from '../meaning/framework-export.js';
import type { ReasonCode } from '../reasons.js';
import { moduleBindingsOf } from '../source/module-bindings.js';
import type { SourceView } from '../source/source-view.js';
import { keyName } from '../source/syntax.js';
import { unwrap } from '../source/unwrap.js';
import type { ResolvedVariable } from '../source/variable.js';
import { laidOut } from './call-layout.js';
import type { Endpoint } from './endpoint.js';
import { checkOfErrors } from './error-readers.js';
import { isUnknown, type CallArguments } from './handler-arguments.js';
import type { HandlerCall } from './handler-calls.js';
import { insertDeclarations, variablesIn, type DeclarationPlace } from './insert-statement.js';
import { invokerPlace, seesServices } from './invoker-place.js';
import { ownRunnerOf } from './own-runner.js';
import { tellsThrowFromRejection } from './refusal.js';
import { servicesOf, type Services } from './services.js';
import { toolNamesOf } from './tool-names.js';

/** An expression that runs the call through a runner, with the declarations it needs. */
export interface RunnerPlan {
  readonly ok: true;
  readonly text: string;
  readonly check: string | null;
}

export interface NoRunner {
  readonly ok: false;
  readonly reason: ReasonCode;
  readonly data?: Readonly<Record<string, string>>;
}

const PACKAGE = 'stitchkit';

/** From this version on an invoker exists (facts, section B). */
const INVOKER_SINCE = '0.39.0';
/** From this version on an invoker takes its state with each call and can throw (facts, section B). */
const CALL_OPTIONS_SINCE = '0.40.0';

/** Chooses and writes the runners of one file; two calls with the same services share one. */
export class RunnerPlanner {
  readonly #declared = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #declarations = new Map<string, { readonly place: DeclarationPlace; readonly lines: string[] }>();

  constructor(readonly context: FileContext) {}

  /**
   * The expression that takes a handler call's place.
   *
   * @param surface the source that the call's surroundings stand for, used where the call names none
   */
  plan(call: HandlerCall, surface: string | null): RunnerPlan | NoRunner {
    const { given, endpoint } = call;
    if (call.kind === 'plain') return { ok: false, reason: 'plain-handler-map' };
    if (call.kind === 'inside-executor') return { ok: false, reason: 'executor-itself' };
    if (call.surplus && !ownRunnerOf(this.context, call.node)?.around) return { ok: false, reason: call.surplus };
    if (!given || (given.mayHoldSource && surface === null)) return { ok: false, reason: 'spread-or-computed' };
    if (!given.evaluation.inOrder || (call.isOutdated && !isHeldByKey(endpoint)))
      return { ok: false, reason: 'evaluation-order' };
    if (mayServeHttp(this.context, given)) return { ok: false, reason: 'shared-http-handler' };
    const skips = call.kind === 'handler' && isOptional(call);
    if (skips && !this.context.options.bestEffort) return { ok: false, reason: 'absent-endpoint-skipped' };
    const own = this.#ownRunner(call, given);
    if (own) return own;
    const transport = transportOf(given.source, surface);
    const services = servicesOf(this.context.view, this.context.meaning, endpoint, transport);
    const version = this.#versionProblem(call.expects);
    if (version) return version;
    if (
      !services ||
      !isFramework(this.context, call) ||
      !seesServices(this.context.view, this.context.meaning, services, call.node)
    ) {
      return { ok: false, reason: 'unknown-service' };
    }
    const plan = this.#invoker(call, given, services, surface);
    return plan.ok && skips
      ? { ...plan, check: 'An unknown name now throws, where the call gave undefined before.' }
      : plan;
  }

  #versionProblem(expects: HandlerCall['expects']): NoRunner | null {
    const { to } = this.context.options;
    const needed = expects === 'data' ? CALL_OPTIONS_SINCE : INVOKER_SINCE;
    if (compareVersions(to, needed) >= 0) return null;
    return { ok: false, reason: 'no-runner-in-version', data: { version: to, needed } };
  }

  /** The project's own runner, for a call that hands on a tool and expects what the runner gives. */
  #ownRunner(call: HandlerCall, given: CallArguments): RunnerPlan | NoRunner | null {
    const own = ownRunnerOf(this.context, call.node);
    if (!own) return null;
    if (own.around) return { ok: false, reason: 'runner-does-not-fork' };
    const { tool } = call.endpoint;
    if (!tool || call.expects !== 'envelope') return null;
    if (given.evaluation.actsTwice) return { ok: false, reason: 'evaluation-order' };
    const options = [...(given.sourceText ? [`source: ${given.sourceText}`] : []), ...contextOptions(given)];
    const text = `${own.use()}({ ${options.join(', ')} })(${this.context.view.textOf(tool)}, ${given.input})`;
    return { ok: true, text, check: null };
  }

  #invoker(call: HandlerCall, given: CallArguments, services: Services, surface: string | null): RunnerPlan | NoRunner {
    const { context } = this;
    const perCall = compareVersions(context.options.to, CALL_OPTIONS_SINCE) >= 0;
    const source = given.sourceText ?? (surface ? quoted(context, surface) : null);
    const options = [...(source ? [`source: ${source}`] : []), ...contextOptions(given)];
    const method = call.expects === 'data' ? 'invokeOrThrow' : 'invoke';
    const name = this.#toolName(call, services);
    if (name === null) return { ok: false, reason: 'tool-name-unknown' };
    const invoker = perCall
      ? this.#declaredInvoker(services, call.node)
      : this.#newInvoker(services, call.node, options);
    const text = laidOut(context.view, context.style, call.node, {
      callee: `${invoker}.${method}`,
      args: [name, this.#record(given)],
      options: perCall ? options : [],
    });
    const errors = call.expects === 'data' ? checkOfErrors(context.view, call.node) : null;
    return { ok: true, text, check: errors };
  }

  /** The arguments, cast where their declared type is too wide for a runner. */
  #record(given: CallArguments): string {
    const node = given.inputNode && unwrap(given.inputNode);
    const cast = given.inputNode?.type === 'TSAsExpression' && given.input.includes(' as ');
    const wide = node !== null && !cast && isUnknown(this.context.view, node);
    return wide ? `${this.context.view.textOf(node)} as Record<string, unknown>` : given.input;
  }

  #newInvoker(services: Services, at: TSESTree.Node, options: readonly string[]): string {
    const factory = frameworkExport('InvokerFactory', this.context.options.to);
    const config = [`transport: ${quoted(this.context, services.transport)}`, ...options].join(', ');
    const callee = factory ? this.context.imports.use(factory.name, factory.modules, at) : '';
    return `${callee}(${services.text}, { ${config} })`;
  }

  /** The name of an invoker for these services: one the file has, or a new one. */
  #declaredInvoker(services: Services, at: TSESTree.Node): string {
    return (
      existingInvoker(this.context, services, at) ??
      this.#declare('invoker', services, at, () => this.#newInvoker(services, at, []))
    );
  }

  /** Declares a constant made from the services, once; inline where no declaration can see them. */
  #declare(base: string, services: Services, at: TSESTree.Node, make: () => string): string {
    const { view, style } = this.context;
    const place = invokerPlace(view, this.context.meaning, services, at);
    if (!place) return make();
    const where = placeKey(place);
    const key = `${base} ${where} ${services.transport} ${services.text}`;
    const known = this.#declared.get(key);
    if (known) return known;
    const name = uniqueName(view, view.ast, base, this.#names);
    this.#names.add(name);
    this.#declared.set(key, name);
    const group = this.#declarations.get(where) ?? { place, lines: [] };
    group.lines.push(`const ${name} = ${make()}${style.semicolon}`);
    this.#declarations.set(where, group);
    return name;
  }

  /** Adds the declarations that the planned calls need. Called once, after the last plan. */
  flush(): void {
    const { view, style, edits } = this.context;
    for (const { place, lines } of this.#declarations.values()) {
      edits.add([insertDeclarations(view, style, place, lines)]);
    }
  }

  /** An expression for the tool's name. */
  #toolName(call: HandlerCall, services: Services): string | null {
    const { endpoint, node: at } = call;
    if (endpoint.toolName) {
      const acts = call.spent === null && call.given?.evaluation.acts === true;
      const exact = acts || tellsThrowFromRejection(this.context.view, at) ? endpoint.entryName : null;
      return exact ?? endpoint.toolName;
    }
    const { key, service, node } = endpoint;
    if (!key || !node) return null;
    const stated = service ? toolNamesOf(this.context.view, this.context.meaning, service) : null;
    if (stated && key.literal !== null) {
      const name = stated.get(key.literal);
      return name === undefined ? null : quoted(this.context, name);
    }
    if (stated && !call.isOutdated && [...stated].every(([own, name]) => own === name)) return key.text;
    const method = this.context.view.textOf(unwrap(node));
    const fallback =
      key.literal === null && !key.acts && !call.isOutdated ? key.text : quoted(this.context, key.literal ?? '');
    if (!invokerPlace(this.context.view, this.context.meaning, services, at))
      return `${this.#collected(services, at)}.find((one) => one.method === ${method})?.name ?? ${fallback}`;
    const names = this.#declare('toolNames', services, at, () => this.#nameTable(services, at));
    return `${names}.get(${method}) ?? ${fallback}`;
  }

  /** A map from a service's endpoints to the names of their tools. */
  #nameTable(services: Services, at: TSESTree.Node): string {
    const types = /\.[cm]?tsx?$/u.test(this.context.view.file) ? '<unknown, string>' : '';
    return `new Map${types}(${this.#collected(services, at)}.map((one) => [one.method, one.name]))`;
  }

  /** The call that lists the tools of the services. */
  #collected(services: Services, at: TSESTree.Node): string {
    const { options, imports } = this.context;
    const collector = frameworkExport('ToolCollector', options.to);
    const callee = collector ? imports.use(collector.name, collector.modules, at) : '';
    return `${callee}(${services.text}, ${quoted(this.context, services.transport)})`;
  }
}

/** True for an endpoint of a service's table under a name of its own, by which a table of tool names finds it. */
function isHeldByKey({ key, node }: Endpoint): boolean {
  return key !== null && node !== null && unwrap(node).type === 'Identifier';
}

/** True where nothing happens for an endpoint that is absent: `methods[key]?.handler(…)`, whatever is read off the result. */
function isOptional(call: HandlerCall): boolean {
  let at: TSESTree.Node = call.node;
  for (;;) {
    if (at.type === 'CallExpression') {
      if (at.optional) return true;
      at = at.callee;
    } else if (at.type === 'MemberExpression') {
      if (at.optional) return true;
      at = at.object;
    } else if (at.type === 'TSNonNullExpression') at = at.expression;
    else return false;
  }
}

/**
 * True where the endpoint is the framework's: by what the file says of it, because the file takes part in the framework, or
 * because types will tell: a service of another module that looks like one, in a file that is type-checked afterwards.
 */
function isFramework(context: FileContext, call: HandlerCall): boolean {
  const { view, meaning } = context;
  if (call.kind === 'executor' || meaning.hasRole(call.node.callee, 'handler-call')) return true;
  if (moduleBindingsOf(view).some(({ module }) => module === PACKAGE || module.startsWith(`${PACKAGE}/`))) return true;
  const isImported = meaning.meaningsOf(call.node.callee).some((one) => one.is === 'foreign');
  return isImported && /\.[cm]?tsx?$/u.test(view.file);
}

function placeKey(place: DeclarationPlace): string {
  return place.level === 'module' ? `module ${place.after?.range[0] ?? 0}` : `local ${place.before.range[0]}`;
}

function quoted(context: FileContext, text: string): string {
  return `${context.style.quote}${text}${context.style.quote}`;
}

function contextOptions(given: CallArguments): string[] {
  const fields: [string, string | null][] = [
    ['context', given.context],
    ['hooks', given.hooks],
    ['lifecycle', given.lifecycle],
  ];
  return fields.flatMap(([name, text]) => (text === null ? [] : [text === name ? name : `${name}: ${text}`]));
}

const TRANSPORT_OF_SOURCE: Readonly<Record<string, string>> = { mcp: 'MCP', cli: 'CLI' };

/** The surface whose tools a call may reach, from what it says of its source. */
function transportOf(source: TSESTree.Expression | null, surface: string | null): string {
  const literal = source?.type === 'Literal' && typeof source.value === 'string' ? source.value : surface;
  return TRANSPORT_OF_SOURCE[literal ?? ''] ?? 'AGENT';
}

/** True where the source may say `http`: the call then also runs requests. */
function mayServeHttp(context: FileContext, given: CallArguments): boolean {
  const { source } = given;
  if (!source) return false;
  const { view } = context;
  const declared = source.type === 'Identifier' ? view.variableOf(source)?.defs[0] : undefined;
  const texts = [given.sourceText ?? '', declared ? view.textOf(declared.name) : ''];
  const init =
    declared?.node.type === 'VariableDeclarator' && declared.node.init ? view.textOf(declared.node.init) : '';
  return [...texts, init].some((one) => /['"`]http['"`]/u.test(one));
}

/** An invoker the file declares for the same services and surface, visible at a place. */
function existingInvoker(context: FileContext, services: Services, at: TSESTree.Node): string | null {
  const { view, meaning } = context;
  const around = new Set<TSESTree.Node>(view.ancestorsOf(at));
  for (const node of view.nodes) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) continue;
    const made = unwrap(node.init);
    if (made.type !== 'CallExpression' || !meaning.hasRole(made.callee, 'invoker-factory')) continue;
    const variable = view.variableOf(node.id);
    if (!variable || !around.has(variable.scope) || node.range[0] > at.range[0]) continue;
    const [list, config] = made.arguments;
    if (list && config && sameServices(context, list, services) && hasOnlyTransport(config, services.transport)) {
      return node.id.name;
    }
  }
  return null;
}

function sameServices(context: FileContext, node: TSESTree.Node, services: Services): boolean {
  const { view } = context;
  if (view.textOf(node) !== services.text) return false;
  const mine = variablesIn(view, node);
  return variablesOf(view, services).every((one) => mine.includes(one));
}

function variablesOf(view: SourceView, services: Services): ResolvedVariable[] {
  return services.nodes.flatMap((one) => variablesIn(view, one));
}

function hasOnlyTransport(node: TSESTree.Node, transport: string): boolean {
  if (node.type !== 'ObjectExpression') return false;
  const [only] = node.properties;
  return (
    node.properties.length === 1 &&
    only?.type === 'Property' &&
    keyName(only) === 'transport' &&
    only.value.type === 'Literal' &&
    only.value.value === transport
  );
}
