/** `@outreach-api/sandbox/nock`: the API mocked for everything in a process that nock intercepts. */
import '../supported-node.ts';
import { createOutreachMock } from './create-outreach-mock.ts';
import { interceptWithNock } from './intercept-with-nock.ts';
import { checkOtherHosts } from './other-hosts.ts';
import type { OtherHosts } from './other-hosts.ts';
import type { MockOptions, OutreachMock } from './outreach-mock.ts';

export type { OtherHosts } from './other-hosts.ts';
export type { MockChanges, MockDelivery, MockOptions, OutreachMock } from './outreach-mock.ts';
export type { UnmatchedRequest } from './outreach-mock.ts';
export { UnmatchedRequestsError } from './unmatched-requests-error.ts';

/** Options of a mock that intercepts. Everything has a default. */
export interface NockMockOptions extends MockOptions {
  /**
   * What happens to requests to unmocked hosts: `refused` (the default) fails all but those to loopback, and the test
   * with them; an array names further hosts that may be called; `allowed` lets all pass.
   */
  readonly otherHosts?: OtherHosts;
}

/**
 * Mocks the API for the global `fetch`, `node:http`, undici, and what is built on them (axios, got, node-fetch). No
 * socket is opened. Not for HTTP/2 (nock lets it hang), worker threads, other processes and browsers: for them serve a
 * sandbox.
 *
 * @throws {TypeError} for a `baseUrl` that is not an http or https URL, or is already mocked
 * @throws the errors of `createSandbox`
 */
export function mockOutreach({ otherHosts = 'refused', ...options }: NockMockOptions = {}): OutreachMock {
  checkOtherHosts(otherHosts);
  return createOutreachMock(options, (core) => interceptWithNock(core, otherHosts));
}
