/** Twins that break the section Limits for some requests only: deletions, creations of keys, the first refusals. */
import type { AdmittedCall } from '../call.ts';
import type { Operation } from '../request-record.ts';
import { actsAllTheSame, answersOther, neverLiftsFor } from './limited.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

const isOf =
  (operation: Operation) =>
  (call: AdmittedCall): boolean =>
    call.operation === operation;

/** A twin that answers 503 to the first requests past the limit, each time it is reached. */
function answersOtherAtFirst(most: number): TwinDefinition['twist'] {
  return (right) => {
    const refused = new Map<number, number>();
    return {
      ...right,
      admit: (call) => {
        const admission = right.admit(call);
        if (admission.admitted) refused.set(call.caller.accountId, 0);
        return admission;
      },
      limited: async (waitMs, call, perform) => {
        const { accountId } = call.caller;
        const count = (refused.get(accountId) ?? 0) + 1;
        refused.set(accountId, count);
        const answer = await right.limited(waitMs, call, perform);
        return count > most ? answer : { ...answer, status: 503 };
      },
    };
  };
}

export const limitedChangesTwins = defineTwins({
  'limited-webhook-delete-answers-503': {
    breaks: 'RATE-01',
    needs: ['flood', 'deletes'],
    twist: answersOther(503, isOf('webhooks.delete')),
  },
  'limited-webhook-delete-answers-404': {
    breaks: 'RATE-01',
    needs: ['flood', 'deletes'],
    twist: answersOther(404, isOf('webhooks.delete')),
  },
  'limited-webhook-delete-has-effect': {
    breaks: 'RATE-04',
    needs: ['flood', 'deletes'],
    twist: (right) => actsAllTheSame(right, ['webhooks.delete']),
  },
  'limited-profile-delete-has-effect': {
    breaks: 'RATE-04',
    needs: ['flood', 'deletes'],
    twist: (right) => actsAllTheSame(right, ['senderProfiles.delete']),
  },
  'limited-creation-answers-503': {
    breaks: 'RATE-01',
    needs: ['flood', 'createApiKeys'],
    twist: answersOther(503, isOf('apiKeys.create')),
  },
  'first-three-limited-answer-503': { breaks: 'RATE-01', needs: ['flood'], twist: answersOtherAtFirst(3) },
  'first-eight-limited-answer-503': { breaks: 'RATE-01', needs: ['flood'], twist: answersOtherAtFirst(8) },
  'limit-never-lifts-for-profile-deletions': {
    breaks: 'RATE-03',
    needs: ['flood', 'deletes'],
    twist: neverLiftsFor((operation) => operation === 'senderProfiles.delete'),
  },
  'limit-never-lifts-for-webhook-deletions': {
    breaks: 'RATE-03',
    needs: ['flood', 'deletes'],
    twist: neverLiftsFor((operation) => operation === 'webhooks.delete'),
  },
});
