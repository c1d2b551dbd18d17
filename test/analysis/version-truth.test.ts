import { describe, expect, it } from 'vitest';
import {
  enclosingSpan,
  enclosingStart,
  insteadOfExecutor,
  insteadOfNativeWrite,
  spanSource,
} from '../../analysis/findings/version-truth.js';

/** Each sentence as it reads just before and from the version that changes it (facts, sections 0, A and B). */
describe('what a message says is true for the version', () => {
  it.each([
    ['0.43.0', 'contract-handler', /the request's, or that of a loop/u],
    ['0.44.0', 'contract-handler', /over MCP it may be one that no row carries/u],
    ['0.104.2', 'runtime-tool', /over MCP it may be one that no row carries/u],
    ['0.104.2', 'native-callback', /the request's, or that of a loop/u],
    ['0.104.2', 'raw-callback', /the request's, or that of a loop/u],
  ] as const)('%s: the span in a %s', (version, kind, said) => {
    expect(enclosingSpan(version, kind)).toMatch(said);
  });

  it.each([
    ['0.43.0', 'contract-handler', /the request's, or that of a loop/u],
    ['0.44.0', 'contract-handler', /the request's for an agent, the dispatch's over MCP/u],
    ['0.104.2', 'sdk-execute', /the request's, or that of a loop/u],
  ] as const)('%s: the start in a %s', (version, kind, said) => {
    expect(enclosingStart(version, kind)).toMatch(said);
  });

  it.each([
    ['0.35.2', /^No tool of this version has a context of its own: .* upgrade to 0\.36\.1 or later$/u],
    ['0.36.0', /^Make it a managed tool/u],
    ['0.104.2', /^Make it a managed tool/u],
  ])('%s: instead of a write in a native tool', (version, said) => {
    expect(insteadOfNativeWrite(version)).toMatch(said);
  });

  it.each([
    ['0.35.2', /^Run each call in a fork of the context of its own; mounts open one from 0\.36\.1 on$/u],
    ['0.36.0', /^Go through a mount, or run each call in a fork/u],
    ['0.38.0', /^Go through a mount, or run each call in a fork/u],
    ['0.39.0', /^Go through a mount or an invoker, or run each call in a fork/u],
  ])('%s: instead of an executor', (version, said) => {
    expect(insteadOfExecutor(version)).toMatch(said);
  });

  it.each([
    ['0.42.0', 'the event that the audit hook is given'],
    ['0.43.0', 'the event that the tool sink is given'],
  ])('%s: where the span of the call is', (version, said) => {
    expect(spanSource(version)).toBe(said);
  });
});
