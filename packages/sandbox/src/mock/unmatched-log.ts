/** Remembers requests that could not be placed, so that a test fails also where its code keeps quiet of them. */
import type { UnmatchedRequest } from './outreach-mock.ts';
import { unmatchedText, UnmatchedRequestsError } from './unmatched-requests-error.ts';

/** The requests that could not be placed since the last complaint. */
export interface UnmatchedLog {
  readonly requests: readonly UnmatchedRequest[];
  /** Remembers a request; the error for who sent it, of a kind that clients do not try again. */
  readonly miss: (request: Request, reason: string) => TypeError;
  /** The requests, which are then forgotten. */
  readonly take: () => UnmatchedRequest[];
  /** @throws {UnmatchedRequestsError} where there are any, which are then forgotten */
  readonly complain: () => void;
}

/** A log with nothing in it. */
export function unmatchedLog(): UnmatchedLog {
  const requests: UnmatchedRequest[] = [];
  const take = (): UnmatchedRequest[] => requests.splice(0);
  return {
    requests,
    miss: ({ method, url }, reason) => {
      const { origin, pathname } = new URL(url);
      const one = { method, url: `${origin}${pathname}`, reason };
      requests.push(one);
      // What `fetch` throws, without a code: a client that tries failures of the network again knows those by their codes.
      return new TypeError(unmatchedText(one));
    },
    take,
    complain: () => {
      const taken = take();
      if (taken.length > 0) throw new UnmatchedRequestsError(taken);
    },
  };
}
