import { createRule } from './rule-module.js';

export const noSessionIdentity = createRule({
  name: 'no-session-identity',
  description: 'Disallow identity that is taken once for many requests',
  statements: ['S19'],
  recommended: true,
  messages: {
    session:
      '`{{identity}}` is taken when the session opens and kept for every later request of it, whoever sends that. Use request-isolated handling, or a value that is the same for all.',
    module:
      '`{{identity}}` is taken when the mount is built, once for the whole process, but it differs from request to request. Build the mount for each request.',
  },
});
