/** Twins that break the section Limits: the rate limit. */
import { rateGate } from '../rate-limit.ts';
import type { AdmittedCall } from '../call.ts';
import type { World } from '../world.ts';
import { newKeys } from './changed.ts';
import { drop } from './dropped.ts';
import { actsAllTheSame, answersOther, neverLiftsFor } from './limited.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that counts requests by a name other than the account's. */
function countsBy(name: (call: AdmittedCall) => string): TwinDefinition['twist'] {
  return (right, { rateLimit, dialect }: World) => {
    if (rateLimit === null) return right;
    const gate = rateGate(rateLimit, dialect.rateLimitWindow);
    return { ...right, admit: (call) => gate(name(call), performance.now()) };
  };
}

/** A twin that answers with a status other than 429 past the limit. */
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

/** A twin that never again lets an account write once it was limited. */
function locksOutWrites(status: number): TwinDefinition['twist'] {
  return (right) => {
    const shut = new Set<number>();
    const isShut = ({ method, caller }: AdmittedCall): boolean =>
      method !== 'GET' && shut.has(caller.accountId);
    return {
      ...right,
      admit: (call) => {
        if (isShut(call)) return { admitted: false, waitMs: 1000 };
        const admission = right.admit(call);
        if (!admission.admitted) shut.add(call.caller.accountId);
        return admission;
      },
      limited: async (waitMs, call, perform) => {
        const answer = await right.limited(waitMs, call, perform);
        return isShut(call) ? { ...answer, status } : answer;
      },
    };
  };
}

const isUpdate = ({ operation }: AdmittedCall): boolean => operation === 'senderProfiles.update';
const needs = ['flood'] as const;

export const limitsTwins = defineTwins({
  'limited-answers-503': { breaks: 'RATE-01', needs, twist: answers(() => 503) },
  'limited-answers-403': { breaks: 'RATE-01', needs, twist: answers(() => 403) },
  'limited-requests-are-cut-off': {
    breaks: 'RATE-01',
    needs,
    twist: (right) => ({ ...right, limited: () => drop() }),
  },
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
  'limited-answers-403-after-thirty-429': {
    breaks: 'RATE-01',
    needs,
    twist: answers((count) => (count > 30 ? 403 : 429)),
  },
  'limited-update-answers-403': {
    breaks: 'RATE-01',
    needs: ['flood', 'updates'],
    twist: answersOther(403, isUpdate),
  },
  'limited-update-answers-500-every-other-time': {
    breaks: 'RATE-01',
    needs: ['flood', 'updates'],
    twist: answersOther(500, (call, count) => isUpdate(call) && count % 2 === 0),
  },
  'limited-writes-answer-503': {
    breaks: 'RATE-01',
    needs: ['flood', 'updates'],
    twist: answersOther(503, ({ method }) => method !== 'GET'),
  },
  'limited-delete-answers-404': {
    breaks: 'RATE-01',
    needs: ['flood', 'deletes'],
    twist: answersOther(404, ({ operation }) => operation === 'senderProfiles.delete'),
  },
  'limited-test-answers-503': {
    breaks: 'RATE-01',
    needs: ['flood', 'deliveries'],
    twist: answersOther(503, ({ operation }) => operation === 'webhooks.test'),
  },
  'limited-profile-read-answers-503': {
    breaks: 'RATE-01',
    needs,
    twist: answersOther(503, ({ operation }) => operation === 'senderProfiles.get'),
  },
  'limited-created-key-answers-401': {
    breaks: 'RATE-01',
    needs: ['flood', 'createApiKeys'],
    twist: (right, world) => {
      const { isNew, keeping } = newKeys(right);
      return answersOther(401, isNew)(keeping, world);
    },
  },
  'limited-created-key-answers-403-every-other-time': {
    breaks: 'RATE-01',
    needs: ['flood', 'createApiKeys'],
    twist: (right, world) => {
      const { isNew, keeping } = newKeys(right);
      let count = 0;
      return answersOther(403, (call) => {
        if (!isNew(call)) return false;
        count += 1;
        return count % 2 === 0;
      })(keeping, world);
    },
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
      const { isNew, keeping } = newKeys(right);
      return {
        ...keeping,
        admit: (call) => (isNew(call) ? { admitted: true } : right.admit(call)),
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
    twist: neverLiftsFor(() => true),
  },
  'limit-outlasts-what-it-announces': {
    breaks: 'RATE-03',
    needs,
    // An hourly bucket gains a request every second or so, so that a client with backoff gets through.
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
  'limit-never-lifts-for-tests': {
    breaks: 'RATE-03',
    needs: ['flood', 'deliveries'],
    twist: neverLiftsFor((operation) => operation === 'webhooks.test'),
  },
  'limited-account-may-never-write-again': {
    breaks: 'RATE-03',
    needs: ['flood', 'updates'],
    twist: locksOutWrites(429),
  },
  'limited-account-is-refused-its-writes-with-403': {
    breaks: 'RATE-03',
    needs: ['flood', 'updates'],
    twist: locksOutWrites(403),
  },
  'limited-account-is-locked-out': {
    breaks: 'RATE-03',
    needs,
    twist: (right) => {
      const refusals = new Map<number, number>();
      const isOut = ({ caller }: AdmittedCall): boolean => (refusals.get(caller.accountId) ?? 0) > 20;
      return {
        ...right,
        admit: (call) => (isOut(call) ? { admitted: false, waitMs: 1000 } : right.admit(call)),
        limited: async (waitMs, call, perform) => {
          const { accountId } = call.caller;
          const answer = await right.limited(waitMs, call, perform);
          if (isOut(call)) return { ...answer, status: 403 };
          refusals.set(accountId, (refusals.get(accountId) ?? 0) + 1);
          return answer;
        },
      };
    },
  },
  'limited-update-has-effect': {
    breaks: 'RATE-04',
    needs: ['flood', 'updates'],
    twist: (right) => actsAllTheSame(right, ['senderProfiles.update']),
  },
  'every-third-limited-update-has-effect': {
    breaks: 'RATE-04',
    needs: ['flood', 'updates'],
    twist: (right) => {
      let count = 0;
      return {
        ...right,
        limited: async (waitMs, call, perform) => {
          if (isUpdate(call)) count += 1;
          if (isUpdate(call) && count % 3 === 0) await perform();
          return right.limited(waitMs, call, perform);
        },
      };
    },
  },
  'limited-update-is-put-off-and-done': {
    breaks: 'RATE-04',
    needs: ['flood', 'updates'],
    twist: (right, { later }) => ({
      ...right,
      limited: (waitMs, call, perform) => {
        if (isUpdate(call)) later(200, () => void perform());
        return right.limited(waitMs, call, perform);
      },
    }),
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
