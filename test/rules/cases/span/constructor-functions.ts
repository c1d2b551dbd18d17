import { clean, hit, type RuleCase } from '../../rule-case.js';

const HEAD = `const { tool } = require('ai');
const { getRequestContext } = require('stitchkit/observability');
const rows = [];
`;
const toolThat = (runs: string): string =>
  `exports.ring = tool({ description: 'Ring', inputSchema: {}, execute: async ({ bell }) => { ${runs} return bell; } });\n`;

/** Classes as they were written before there was a keyword for them. */
export const constructorFunctions: readonly RuleCase[] = [
  hit(
    'a method on a prototype',
    'bells.cjs',
    `${HEAD}function Audit(name) { this.name = name; }
Audit.prototype.write = function () { rows.push({ name: this.name, spanId: §getRequestContext().trace.spanId }); };
const audit = new Audit('bells');
${toolThat('audit.write();')}`,
  ),
  hit(
    'methods of a prototype that is an object, one of which calls another',
    'bells.cjs',
    `${HEAD}const Audit = function () {};
Audit.prototype = {
  constructor: Audit,
  write: function () { rows.push({ spanId: this.span() }); },
  span() { return §getRequestContext().trace.spanId; },
};
${toolThat('new Audit().write();')}`,
  ),
  hit(
    'methods that are assigned to a prototype at once',
    'bells.cjs',
    `${HEAD}function Audit() {}
Object.assign(Audit.prototype, { write() { rows.push({ spanId: §getRequestContext().trace.spanId }); } });
const audit = new Audit();
${toolThat('audit.write();')}`,
  ),
  hit(
    'a method that the constructor makes',
    'bells.cjs',
    `${HEAD}function Audit(list) {
  this.write = function () { list.push({ spanId: §getRequestContext().trace.spanId }); };
}
const audit = new Audit(rows);
${toolThat('audit.write();')}`,
  ),
  hit(
    'a method of what it inherits from, made by a function of its own',
    'bells.cjs',
    `const { inherits } = require('util');
${HEAD}function Base() {}
Base.prototype.write = function () { rows.push({ spanId: §getRequestContext().trace.spanId }); };
function Audit() { Base.call(this); }
inherits(Audit, Base);
Audit.create = function () { return new Audit(); };
const audit = Audit.create();
${toolThat('audit.write();')}`,
  ),
  hit(
    'a method of what it inherits from, by Object.create',
    'bells.cjs',
    `${HEAD}function Base() {}
Base.prototype.write = function () { rows.push({ spanId: §getRequestContext().trace.spanId }); };
function Audit() {}
Audit.prototype = Object.create(Base.prototype);
${toolThat('new Audit().write();')}`,
  ),
  clean(
    'a method on a prototype that no tool calls',
    'bells.cjs',
    `${HEAD}function Audit(name) { this.name = name; }
Audit.prototype.write = function () { rows.push({ name: this.name, spanId: getRequestContext().trace.spanId }); };
Audit.prototype.count = function () { return rows.length; };
const audit = new Audit('bells');
exports.record = () => audit.write();
${toolThat('audit.count();')}`,
  ),
  clean(
    'a method on the prototype of another function',
    'bells.cjs',
    `${HEAD}function Audit() {}
Audit.prototype.write = function () { rows.push({ spanId: getRequestContext().trace.spanId }); };
function Log() {}
Log.prototype.write = function (bell) { rows.push({ bell }); };
const log = new Log();
exports.audit = new Audit();
${toolThat('log.write(bell);')}`,
  ),
  clean(
    'a method that is overridden',
    'bells.cjs',
    `${HEAD}function Base() {}
Base.prototype.write = function () { rows.push({ spanId: getRequestContext().trace.spanId }); };
function Audit() {}
Object.setPrototypeOf(Audit.prototype, Base.prototype);
Audit.prototype.write = function () { rows.push({ traceId: getRequestContext().trace.traceId }); };
${toolThat('new Audit().write();')}`,
  ),
];
