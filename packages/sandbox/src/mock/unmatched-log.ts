/** Remembers requests that could not be matched, so that a test fails even if its code swallows the failure. */
import type { UnmatchedRequest } from './outreach-mock.ts';
import { unmatchedText, UnmatchedRequestsError } from './unmatched-requests-error.ts';

/** The requests that could not be matched since the last report. */
export interface UnmatchedLog {
  readonly requests: readonly UnmatchedRequest[];
  /** Remembers a request; returns the error for its sender, of a kind that clients do not retry. */
  readonly miss: (request: Pick<Request, 'method' | 'url'>, reason: string) => TypeError;
  /** Returns and forgets the requests. */
  readonly take: () => UnmatchedRequest[];
  /** Forgets all requests. @throws {UnmatchedRequestsError} if there were any */
  readonly complain: () => void;
}

/** An empty log. */
export function unmatchedLog(): UnmatchedLog {
  const requests: UnmatchedRequest[] = [];
  const take = (): UnmatchedRequest[] => requests.splice(0);
  return {
    requests,
    miss: ({ method, url }, reason) => {
      const { origin, pathname } = new URL(url);
      const one = { method, url: `${origin}${pathname}`, reason };
      requests.push(one);
      // What `fetch` throws, without a code: a client that retries network failures recognises those by their codes.
      return new TypeError(unmatchedText(one));
    },
    take,
    complain: () => {
      const taken = take();
      if (taken.length > 0) throw new UnmatchedRequestsError(taken);
    },
  };
}
