/** Twins that break the section Limits: the rate limit. */
import type { Behaviour } from '../behaviour.ts';
import { rateGate } from '../rate-limit.ts';
import type { AdmittedCall } from '../call.ts';
import type { Operation } from '../request-record.ts';
import type { World } from '../world.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that counts requests by another name than the account's. */
function countsBy(name: (call: AdmittedCall) => string): TwinDefinition['twist'] {
  return (right, { rateLimit, dialect }: World) => {
    if (rateLimit === null) return right;
    const gate = rateGate(rateLimit, dialect.rateLimitWindow);
    return { ...right, admit: (call) => gate(name(call), performance.now()) };
  };
}

/** A twin that answers another status than 429 past the limit. */
function answers(status: (count: number) => number): TwinDefinition['twist'] {
  return (right) => {
    let count = 0;
    return {
      ...right,
      limited: async (waitMs, call, perform) => {
        count += 1;
        return { ...(await right.limited(waitMs, call, perform)), status: status(count) };
      },
    };
  };
}

/** A twin that answers 429 to an operation, and does it all the same. */
function actsAllTheSame(right: Behaviour, operations: readonly Operation[]): Behaviour {
  return {
    ...right,
    limited: async (waitMs, call, perform) => {
      if (operations.includes(call.operation)) await perform();
      return right.limited(waitMs, call, perform);
    },
  };
}

const needs = ['flood'] as const;

export const limitsTwins = defineTwins({
  'limited-answers-503': { breaks: 'RATE-01', needs, twist: answers(() => 503) },
  'limited-answers-403': { breaks: 'RATE-01', needs, twist: answers(() => 403) },
  'limited-answers-503-after-three-429': {
    breaks: 'RATE-01',
    needs,
    twist: answers((count) => (count > 3 ? 503 : 429)),
  },
  'limited-answers-500-every-other-time': {
    breaks: 'RATE-01',
    needs,
    twist: answers((count) => (count % 2 === 0 ? 500 : 429)),
  },
  'limit-is-for-each-key': {
    breaks: 'RATE-02',
    needs: ['flood', 'createApiKeys'],
    twist: countsBy(({ caller }) => caller.jti),
  },
  'created-keys-are-not-limited': {
    breaks: 'RATE-02',
    needs: ['flood', 'createApiKeys'],
    twist: (right) => {
      const created = new Set<string>();
      return {
        ...right,
        keepKey: (issued, call) => {
          created.add(issued.key.jti);
          right.keepKey(issued, call);
        },
        admit: (call) => (created.has(call.caller.jti) ? { admitted: true } : right.admit(call)),
      };
    },
  },
  'limit-is-shared-by-all-accounts': {
    breaks: 'RATE-02',
    needs: ['flood', 'otherAccountToken'],
    twist: countsBy(() => 'everybody'),
  },
  'limit-never-lifts': {
    breaks: 'RATE-03',
    needs,
    twist: (right) => {
      const shut = new Set<number>();
      return {
        ...right,
        admit: (call) => {
          const { accountId } = call.caller;
          const admission = right.admit(call);
          if (!admission.admitted) shut.add(accountId);
          return shut.has(accountId) ? { admitted: false, waitMs: 1000 } : admission;
        },
      };
    },
  },
  'limit-outlasts-what-it-announces': {
    breaks: 'RATE-03',
    needs,
    // A bucket of an hour fills by a request in a second or so, and a client that backs off gets through.
    under: { rateLimitWindow: 'fixed', rateLimitHeaders: 'seconds' },
    twist: (right, { rateLimit, dialect }: World) => {
      if (rateLimit === null) return right;
      const gate = rateGate({ ...rateLimit, perMs: 3_600_000 }, dialect.rateLimitWindow);
      return {
        ...right,
        admit: ({ caller }) => {
          const admission = gate(caller.accountId, performance.now());
          return admission.admitted ? admission : { admitted: false, waitMs: 1000 };
        },
      };
    },
  },
  'limited-update-has-effect': {
    breaks: 'RATE-04',
    needs: ['flood', 'updates'],
    twist: (right) => actsAllTheSame(right, ['senderProfiles.update']),
  },
  'limited-delete-has-effect': {
    breaks: 'RATE-04',
    needs: ['flood', 'deletes'],
    twist: (right) => actsAllTheSame(right, ['webhooks.delete', 'senderProfiles.delete']),
  },
  'limited-test-calls-the-target': {
    breaks: 'RATE-04',
    needs: ['flood', 'deliveries'],
    twist: (right) => actsAllTheSame(right, ['webhooks.test']),
  },
});
