/** Twins that always close the connection where the description demands an answer. */
import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { MadeUpFailure } from '../next-answers.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that drops connections instead of some answers. */
function drops(which: (answer: Answer, call: Call) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    answer: async (answer, call) => {
      const answered = await right.answer(answer, call);
      if (!which(answered, call)) return answered;
      return drop();
    },
  });
}

/** Closes the connection instead of answering. */
export function drop(): never {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  throw new MadeUpFailure('the connection is dropped', { cause });
}

function isRefusal({ status }: Answer): boolean {
  return status >= 300 && status !== 429;
}

const whateverIsRefused = [
  'AUTH-02',
  'AUTH-03',
  'AUTH-04',
  'KEY-01',
  'KEY-03',
  'TEST-01',
  'TEST-04',
  'TEST-05',
  'PROF-04',
  'PROF-09',
  'PROF-11',
] as const;

export const droppedTwins = defineTwins({
  'refusals-are-dropped': { breaks: 'AUTH-01', also: whateverIsRefused, twist: drops(isRefusal) },
  'requests-without-a-key-are-dropped': {
    breaks: 'AUTH-01',
    twist: drops((_, { headers }) => !headers.has('authorization')),
  },
  'requests-without-a-right-key-are-dropped': {
    breaks: 'AUTH-02',
    also: ['AUTH-01', 'AUTH-03', 'AUTH-04'],
    twist: (right) => ({
      ...right,
      notAdmitted: (refusal, call) =>
        refusal.reason === 'bad-credential' ? drop() : right.notAdmitted(refusal, call),
    }),
  },
  'reads-of-unknown-profiles-are-dropped': {
    breaks: 'PROF-11',
    also: ['PROF-09'],
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) =>
        refusal.reason === 'not-found' && call.operation === 'senderProfiles.get'
          ? drop()
          : right.refusal(refusal, call),
    }),
  },
  'updates-of-profiles-are-dropped': {
    breaks: 'PROF-04',
    also: ['PROF-09', 'PROF-11', 'AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04'],
    needs: ['updates'],
    twist: drops((_, { operation }) => operation === 'senderProfiles.update'),
  },
  'lists-are-dropped': {
    breaks: 'HOOK-04',
    also: ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'AUTH-05'],
    twist: drops((_, { operation }) => operation === 'webhooks.list'),
  },
  'tests-of-a-uuid-alone-are-dropped': {
    breaks: 'TEST-01',
    also: ['AUTH-01'],
    twist: drops((answer, { operation, body }) => {
      const isAlone = /^\s*\{\s*"uuid"\s*:\s*"[^"]*"\s*\}\s*$/.test(body);
      return operation === 'webhooks.test' && isAlone && isRefusal(answer);
    }),
  },
  'webhook-tests-are-dropped': {
    breaks: 'TEST-04',
    also: ['TEST-01', 'TEST-05', 'AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04'],
    needs: ['deliveries'],
    twist: drops((_, { operation }) => operation === 'webhooks.test'),
  },
  'creations-without-a-name-are-dropped': {
    breaks: 'KEY-03',
    needs: ['createApiKeys'],
    twist: drops((answer, { operation }) => operation === 'apiKeys.create' && isRefusal(answer)),
    also: ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04'],
  },
});
