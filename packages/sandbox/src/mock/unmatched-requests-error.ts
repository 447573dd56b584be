/** Requests in a test that the mock could not match. */
import type { UnmatchedRequest } from './outreach-mock.ts';

/** Thrown by `reset` and `close`, so that the test fails even if the code under test swallowed the failure. */
export class UnmatchedRequestsError extends Error {
  override readonly name = 'UnmatchedRequestsError';
  readonly requests: readonly UnmatchedRequest[];

  constructor(requests: readonly UnmatchedRequest[]) {
    const count = requests.length === 1 ? 'A request was' : `${requests.length} requests were`;
    super([`${count} not matched:`, ...requests.map((one) => `  ${unmatchedText(one)}`)].join('\n'));
    this.requests = requests;
  }
}

/** An unmatched request in one line. */
export function unmatchedText({ method, url, reason }: UnmatchedRequest): string {
  return `${method} ${url}: ${reason}`;
}
