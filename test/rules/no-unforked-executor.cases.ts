import { disguisedExecutors } from './cases/second/disguised-executors.js';
import type { RuleCase } from './rule-case.js';
import { dispatch } from './cases/executor/dispatch.js';
import { joined } from './cases/executor/joined.js';
import { forked } from './cases/executor/forked.js';
import { innocent } from './cases/executor/innocent.js';
import { laterVersions, versions } from './cases/executor/messages.js';
import { started } from './cases/executor/started.js';
import { tables } from './cases/executor/tables.js';
import { vendored } from './cases/executor/vendored.js';
import { programsFor } from './whole-programs.js';

export const cases: readonly RuleCase[] = [
  ...tables,
  ...dispatch,
  ...vendored,
  ...started,
  ...forked,
  ...joined,
  ...innocent,
  ...versions,
  ...laterVersions,
  ...disguisedExecutors,
  ...programsFor('no-unforked-executor'),
];
