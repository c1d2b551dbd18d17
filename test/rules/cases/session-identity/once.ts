import { clean, hit, type RuleCase } from '../../rule-case.js';

const CONTEXT = `import { getRequestContext } from 'stitchkit/observability';`;
const OLD = { version: '0.35.0' };

/** An MCP handler; `options` is the text of its further options. */
function mcp(options: string, top = ''): string {
  return `import { createMcpHandler } from 'stitchkit/tools';
import { authenticate, services } from './surface';
${top}
export const mcp = createMcpHandler({
  serverInfo: { name: 'kilns', version: '1.0.0' },
  services,
  auth: authenticate,
  ${options}
});
`;
}

const sessions: readonly RuleCase[] = [
  hit(
    'a stateful session by default before 0.37',
    'mcp.ts',
    mcp('context: (auth) => ({\n    §userId: auth.userId,\n  }),'),
    { ...OLD, says: [/userId/] },
  ),
  hit(
    'a stateful session that says so before 0.37',
    'mcp.ts',
    mcp('stateless: false,\n  context: (auth) => ({\n    §userId: auth.userId,\n  }),'),
    { version: '0.36.1' },
  ),
  hit('a destructured parameter', 'mcp.ts', mcp('context: ({ userId }) => ({\n    §userId,\n  }),'), OLD),
  hit(
    'a context function with a body',
    'mcp.ts',
    mcp('context(auth) {\n    const who = auth.user;\n    return {\n      §userId: who.id,\n    };\n  },'),
    OLD,
  ),
  hit(
    'a context function by reference',
    'mcp.ts',
    mcp('context: toContext,', 'const toContext = (auth) => ({\n  §userId: auth.userId,\n});'),
    OLD,
  ),
  hit('the whole auth value as the context', 'mcp.ts', mcp('§context: (auth) => auth,'), OLD),
  hit('the whole auth value spread', 'mcp.ts', mcp('§context: (auth) => ({ ...auth }),'), OLD),
  hit('the client of a session', 'mcp.ts', mcp('context: (auth) => ({\n    §clientId: auth.clientId,\n  }),'), OLD),
  hit(
    'a stateful session in 0.37',
    'mcp.ts',
    mcp(`sessionMode: 'stateful',\n  context: (auth) => ({\n    §userId: auth.userId,\n  }),`),
    { version: '0.37.0' },
  ),
  hit(
    'a stateful session in 0.43',
    'mcp.ts',
    mcp(`sessionMode: 'stateful',\n  context: async (auth) => ({\n    §userId: (await auth.user()).id,\n  }),`),
    { version: '0.43.0' },
  ),
  hit(
    'a mode in a constant',
    'mcp.ts',
    mcp(
      'sessionMode: MODE,\n  context: (auth) => ({\n    §userId: auth.userId,\n  }),',
      `const MODE = 'stateful' as const;`,
    ),
    { version: '0.40.0' },
  ),
  hit(
    'a read of the request in a session',
    'mcp.ts',
    mcp(`sessionMode: 'stateful',\n  context: () => ({\n    §userId: getRequestContext()?.userId,\n  }),`, CONTEXT),
    { version: '0.40.0' },
  ),
  hit(
    'a session in CommonJS',
    'mcp.cjs',
    `'use strict'
const { createMcpHandler } = require('stitchkit/tools')
const { services, authenticate } = require('./surface')
exports.mcp = createMcpHandler({
  services,
  auth: authenticate,
  context: (auth) => ({
    §userId: auth.sub,
  }),
})
`,
    OLD,
  ),
  hit(
    'a session of a toolkit',
    'mcp.ts',
    `import { createToolkit } from 'stitchkit/tools';
import { authenticate, services } from './surface';
const kit = createToolkit<{ userId: string }>();
export const mcp = kit.createMcpHandler({
  services,
  auth: authenticate,
  context: (auth) => ({
    §userId: auth.userId,
  }),
});
`,
    OLD,
  ),
  hit(
    'a session made inside a function',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';
export const open = (services, auth) =>
  createMcpHandler({
    services,
    auth,
    context: (who) => ({
      §userId: who.userId,
    }),
  });
`,
    OLD,
  ),
  hit(
    'options in a constant',
    'mcp.ts',
    `import { createMcpHandler } from 'stitchkit/tools';
import { authenticate, services } from './surface';
const options = {
  services,
  auth: authenticate,
  context: (auth: { userId: string }) => ({
    §userId: auth.userId,
  }),
};
export const mcp = createMcpHandler(options);
`,
    OLD,
  ),
];

const processes: readonly RuleCase[] = [
  hit(
    'a read of the request on stdio',
    'stdio.ts',
    `import { createStdioMcpServer } from 'stitchkit/tools';
${CONTEXT}
import { services } from './surface';
export const server = createStdioMcpServer({
  services,
  context: () => ({
    §userId: getRequestContext()?.userId,
  }),
});
`,
  ),
  hit(
    'getUserId on stdio',
    'stdio.js',
    `import { createStdioMcpServer } from 'stitchkit/tools';
import { getUserId } from 'stitchkit/observability';
import { services } from './surface.js';
export const serve = () =>
  createStdioMcpServer({
    services,
    context: () => ({
      §userId: getUserId(),
    }),
  });
`,
    { version: '0.50.0' },
  ),
  hit(
    'a mutable binding on stdio',
    'stdio.ts',
    `import { createStdioMcpServer } from 'stitchkit/tools';
import { services } from './surface';
let current: string | undefined;
export const signIn = (id: string) => {
  current = id;
};
export const server = createStdioMcpServer({
  services,
  context: () => ({
    §userId: current,
  }),
});
`,
    OLD,
  ),
];

const modules: readonly RuleCase[] = [
  hit(
    'a mount at the top of a module',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
export const tools = mountAgent(kilnService, {
  context: {
    §userId: getRequestContext()?.userId,
  },
});
`,
    { says: [/userId/] },
  ),
  hit(
    'a mount at the top of a module in 0.35',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { getUserId } from 'stitchkit/observability';
import { kilnService } from './kilns';
export const tools = mountAgent(kilnService, { context: {
  §userId: getUserId(),
} });
`,
    OLD,
  ),
  hit(
    'a mutable binding at the top of a module',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
let userId = '';
export function signIn(id: string) {
  userId = id;
}
export const tools = mountAgent(kilnService, {
  context: {
    §userId,
  },
});
`,
  ),
  hit(
    'a constant that reads the request',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
const who = getRequestContext()?.userId;
export const tools = mountAgent(kilnService, {
  context: {
    §userId: who,
  },
});
`,
  ),
  hit(
    'a context in a constant',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
const context = {
  §userId: getRequestContext()?.userId,
};
export const tools = mountAgent(kilnService, { context });
`,
  ),
  hit(
    'a mount on a server at the top of a module',
    'mcp.ts',
    `import { mountMcp } from 'stitchkit/tools';
${CONTEXT}
import { server, services } from './surface';
mountMcp(server, services, {
  context: {
    §userId: getRequestContext()?.userId ?? 'nobody',
  },
});
`,
  ),
  hit(
    'a mount in CommonJS',
    'tools.cjs',
    `const { mountAgent } = require('stitchkit/tools');
const { getUserId } = require('stitchkit/observability');
const { kilnService } = require('./kilns');
module.exports = mountAgent(kilnService, {
  context: {
    §userId: getUserId(),
  },
});
`,
  ),
  hit(
    'a static field of a class',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { getUserId } from 'stitchkit/observability';
import { kilnService } from './kilns';
export class Agent {
  static readonly tools = mountAgent(kilnService, {
    context: {
      §userId: getUserId(),
    },
  });
}
`,
  ),
  hit(
    'a mount in a block of the module',
    'tools.mjs',
    `import { mountAgent } from 'stitchkit/tools';
import { getUserId } from 'stitchkit/observability';
import { kilnService } from './kilns.mjs';
let tools = {};
if (process.env.TOOLS) {
  tools = mountAgent(kilnService, {
    context: {
      §userId: getUserId(),
    },
  });
}
export { tools };
`,
  ),
  hit(
    'a mount beside a component',
    'tools.tsx',
    `import { mountAgent } from 'stitchkit/tools';
import { getUserId } from 'stitchkit/observability';
import { kilnService } from './kilns';
export const Kiln = () => <b>kiln</b>;
export const tools = mountAgent(kilnService, {
  context: {
    §userId: getUserId(),
  },
});
`,
  ),
  hit(
    'windows line ends',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
${CONTEXT}
import { kilnService } from './kilns';
export const tools = mountAgent(kilnService, {
  context: {
    §userId: getRequestContext()?.userId,
  },
});
`.replaceAll('\n', '\r\n'),
  ),
];

const memos: readonly RuleCase[] = [
  hit(
    'a mount kept with ??=',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
let tools: ReturnType<typeof mountAgent> | undefined;
export function toolsFor(userId: string) {
  tools ??= mountAgent(kilnService, {
    context: {
      §userId,
    },
  });
  return tools;
}
`,
  ),
  hit(
    'a mount kept behind if',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
let tools: ReturnType<typeof mountAgent> | undefined;
export function toolsFor(session: { userId: string }) {
  if (!tools) {
    tools = mountAgent(kilnService, {
      context: {
        §userId: session.userId,
      },
    });
  }
  return tools;
}
`,
  ),
  hit(
    'a mount kept behind an early return',
    'tools.js',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns.js';
let tools;
export function toolsFor(session) {
  if (tools) return tools;
  tools = mountAgent(kilnService, {
    context: {
      §userId: session.userId,
    },
  });
  return tools;
}
`,
  ),
  hit(
    'a mount kept with ||=',
    'tools.js',
    `import { mountAgent } from 'stitchkit/tools';
import { getUserId } from 'stitchkit/observability';
import { kilnService } from './kilns.js';
let tools;
export const openTools = () => (tools ||= mountAgent(kilnService, {
  context: {
    §userId: getUserId(),
  },
}));
`,
  ),
  hit(
    'a mount made once',
    'tools.ts',
    `import { once } from 'lodash-es';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export const toolsFor = once((userId: string) =>
  mountAgent(kilnService, {
    context: {
      §userId,
    },
  }),
);
`,
  ),
  hit(
    'a mount kept in a private field',
    'agent.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export class Agent {
  #tools: ReturnType<typeof mountAgent> | undefined;
  toolsFor(userId: string) {
    return (this.#tools ??= mountAgent(kilnService, {
      context: {
        §userId,
      },
    }));
  }
}
`,
  ),
  hit(
    'a mount kept in a field by if',
    'agent.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export class Agent {
  private tools: ReturnType<typeof mountAgent> | undefined;
  toolsFor(userId: string) {
    if (!this.tools) {
      this.tools = mountAgent(kilnService, {
        context: {
          §userId,
        },
      });
    }
    return this.tools;
  }
}
`,
  ),
  hit(
    'a mount kept by tenant',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const byTenant = new Map<string, ReturnType<typeof mountAgent>>();
export function toolsFor(tenant: string, userId: string) {
  let tools = byTenant.get(tenant);
  if (!tools) {
    tools = mountAgent(kilnService, {
      context: {
        §userId,
      },
    });
    byTenant.set(tenant, tools);
  }
  return tools;
}
`,
  ),
  hit(
    'a promise of a mount, kept',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
let cached: Promise<unknown> | null = null;
export async function toolsFor(request: { userId: string }) {
  if (cached === null) {
    cached = Promise.resolve(
      mountAgent(kilnService, {
        context: {
          §userId: request.userId,
        },
      }),
    );
  }
  return cached;
}
`,
  ),
  hit(
    'a mount that a helper makes and its caller keeps',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
function build(userId: string) {
  const made = mountAgent(kilnService, {
    context: {
      §userId,
    },
  });
  return made;
}
let tools: unknown;
export const toolsFor = (userId: string) => (tools ??= build(userId));
`,
  ),
  hit(
    'a mount kept by model in a record',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const byModel: Record<string, unknown> = {};
export function toolsFor(model: string, userId: string) {
  return (byModel[model] ??= mountAgent(kilnService, {
    context: {
      §userId,
    },
  }));
}
`,
  ),
  hit(
    'a field of the module that is written later',
    'tools.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const session = { userId: '' };
export const signIn = (id: string) => {
  session.userId = id;
};
export const tools = mountAgent(kilnService, {
  context: {
    §userId: session.userId,
  },
});
`,
  ),
];

/** A mount in a function that a memoiser is handed. */
const memoised = (head: string, made: string): string => `${head}
import { getUserId } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export const toolsFor = ${made};
`;
const OWN_MEMO = `function memo(make) {
  let kept;
  return () => (kept ??= make());
}`;
const OWN_KEYED_MEMO = `function memo(make) {
  const kept = new Map();
  return (key) => {
    if (!kept.has(key)) kept.set(key, make(key));
    return kept.get(key);
  };
}`;

const memoisers: readonly RuleCase[] = [
  hit(
    'a memoiser of a package, of a function without arguments',
    'tools.ts',
    memoised(
      `import { memoize } from 'lodash-es';`,
      'memoize(() => mountAgent(kilnService, { context: { userId: §getUserId() } }))',
    ),
  ),
  hit(
    'a memoiser of the module',
    'tools.js',
    memoised(OWN_MEMO, 'memo(() => mountAgent(kilnService, { context: { userId: §getUserId() } }))'),
  ),
  clean(
    'a memoiser that keeps a mount for each user',
    'tools.js',
    memoised(
      `import { memoize } from 'lodash-es';`,
      'memoize((userId) => mountAgent(kilnService, { context: { userId } }))',
    ),
  ),
  clean(
    'a memoiser of the module that keeps a mount for each user',
    'tools.js',
    memoised(OWN_KEYED_MEMO, 'memo((userId) => mountAgent(kilnService, { context: { userId } }))'),
  ),
  clean(
    'a function that is handed the making and makes anew each time',
    'tools.js',
    memoised(
      'const later = (make) => () => make();',
      'later(() => mountAgent(kilnService, { context: { userId: getUserId() } }))',
    ),
  ),
  clean(
    'a cache that lives as long as its request',
    'tools.js',
    memoised(
      `import { cache } from 'react';`,
      'cache(() => mountAgent(kilnService, { context: { userId: getUserId() } }))',
    ),
  ),
];

const made: readonly RuleCase[] = [
  hit(
    'made once, by a function that is a module of its own',
    'tools.ts',
    `import once from 'lodash/once';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export const toolsFor = once((userId: string) =>
  mountAgent(kilnService, {
    context: {
      §userId,
    },
  }),
);
`,
  ),
  hit(
    'in CommonJS, made once',
    'tools.cjs',
    `const onetime = require('onetime');
const { mountAgent } = require('stitchkit/tools');
const { kilnService } = require('./kilns');
exports.toolsFor = onetime((userId) =>
  mountAgent(kilnService, {
    context: {
      §userId,
    },
  }),
);
`,
  ),
  hit(
    'a mount of an instance that is kept',
    'desk.ts',
    `import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
export class Desk {
  static #desk: Desk | undefined;
  readonly tools;
  private constructor(user: { id: string }) {
    this.tools = mountAgent(kilnService, {
      context: {
        §userId: user.id,
      },
    });
  }
  static of(user: { id: string }): Desk {
    return (Desk.#desk ??= new Desk(user));
  }
}
`,
  ),
  hit(
    'a field of an instance of the module',
    'desk.ts',
    `import { getUserId } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
class Desk {
  readonly tools = mountAgent(kilnService, {
    context: {
      §userId: getUserId(),
    },
  });
}
export const desk = new Desk();
`,
  ),
  hit(
    'a constructor that reads the request, of an instance of the module',
    'desk.js',
    `import { getRequestContext } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns.js';
class Desk {
  constructor(service, user) {
    this.tools = mountAgent(service, {
      context: {
        §userId: user,
      },
    });
  }
}
export const desk = new Desk(kilnService, getRequestContext()?.userId);
`,
  ),
  hit(
    'a maker that reads the request and is given nothing',
    'tools.ts',
    `import { getUserId } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
const build = () => mountAgent(kilnService, {
  context: {
    §userId: getUserId(),
  },
});
let tools: ReturnType<typeof build> | undefined;
export const openTools = () => (tools ??= build());
`,
  ),
  hit(
    'a mount kept in a field of a service',
    'desk.ts',
    `import { Injectable } from '@nestjs/common';
import { getUserId } from 'stitchkit/observability';
import { mountAgent } from 'stitchkit/tools';
import { kilnService } from './kilns';
@Injectable()
export class Desk {
  #tools: unknown;
  get tools() {
    return (this.#tools ??= mountAgent(kilnService, {
      context: {
        §userId: getUserId(),
      },
    }));
  }
}
`,
  ),
];

export const once: readonly RuleCase[] = [...sessions, ...processes, ...modules, ...memos, ...made, ...memoisers];
