/** Twins that refuse every sender profile, or every read of one, while all else works. */
import { refused } from '../answer.ts';
import type { Operation } from '../request-record.ts';
import { drop } from './dropped.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that finds no profile for some operations. */
function findsNoneFor(...operations: readonly Operation[]): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    findSenderProfile: (uuid, call) =>
      operations.includes(call.operation)
        ? refused('not-found', 'there is no such record')
        : right.findSenderProfile(uuid, call),
  });
}

export const refusedProfilesTwins = defineTwins({
  'reads-of-profiles-are-refused': {
    breaks: 'PROF-01',
    also: ['PROF-05'],
    twist: findsNoneFor('senderProfiles.get'),
  },
  'reads-and-updates-of-profiles-are-refused': {
    breaks: 'PROF-04',
    also: ['PROF-01'],
    needs: ['updates'],
    twist: findsNoneFor('senderProfiles.get', 'senderProfiles.update'),
  },
  'reads-of-profiles-are-dropped': {
    breaks: 'PROF-01',
    also: ['PROF-09', 'PROF-11', 'AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04'],
    twist: (right) => ({
      ...right,
      answer: async (answer, call) => {
        const answered = await right.answer(answer, call);
        return call.operation === 'senderProfiles.get' ? drop() : answered;
      },
    }),
  },
});
