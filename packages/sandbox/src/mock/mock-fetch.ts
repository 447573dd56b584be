/** `@outreach-api/sandbox/fetch`: the API as a `fetch` function, for code that accepts one. Nothing is intercepted. */
import '../supported-node.ts';
import { createOutreachMock } from './create-outreach-mock.ts';
import type { MockOptions, OutreachMock } from './outreach-mock.ts';

export type { MockChanges, MockDelivery, MockOptions, OutreachMock } from './outreach-mock.ts';
export type { UnmatchedRequest } from './outreach-mock.ts';
export { UnmatchedRequestsError } from './unmatched-requests-error.ts';

/**
 * Mocks the API without touching anything global: give the mock's `fetch` to the code under test.
 *
 * @throws {TypeError} for a `baseUrl` that is not an http or https URL
 * @throws the errors of `createSandbox`
 */
export function mockOutreach(options: MockOptions = {}): OutreachMock {
  return createOutreachMock(options);
}
