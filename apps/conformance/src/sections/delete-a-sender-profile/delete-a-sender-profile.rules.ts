/** The rules for the section Delete a sender profile. */
import type { SenderProfileBreaches } from '../../rules/breaches/sender-profile.ts';
import type { ProfileDeletionBreaches } from '../../rules/breaches/delete-a-sender-profile.ts';
import { every, held, judging } from '../../rules/judgement.ts';
import type { RuleDefinition } from '../../rules/rule.ts';
import { recordOf, type Look } from '@outreach-api/model/records/profile-history';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { movedByHours } from '@outreach-api/model/records/profile-dates';
import { textOf } from '@outreach-api/model/texts/text-of';
import { isAsItWas } from '../sender-profile/profile-judgements.ts';
import type { DeletionSeen } from './deletion-seen.ts';

type Breaches = ProfileDeletionBreaches & SenderProfileBreaches;
const { about, broken, holds } = judging<Breaches>();

/** PROF-09: deleting succeeds, and the profile is gone: reading or updating it is refused. */
export const deletedProfileIsGone: RuleDefinition<Breaches, DeletionSeen> = {
  id: 'PROF-09',
  demandsSuccess: { operations: ['deleteSenderProfile'] },
  judge: ({ deletion, refused = [], after }) =>
    every([
      ...[deletion, ...refused].map(({ uuid, ok, status }) =>
        about(uuid, holds(ok, 'profile-deletion-refused', { uuid, status })),
      ),
      ...after.map(({ request, answer }) =>
        answer.ok
          ? about(
              answer.uuid,
              broken('deleted-profile-there', {
                request,
                uuid: answer.uuid,
                status: answer.status,
                body: answer.body,
              }),
            )
          : held,
      ),
    ]),
  breaches: {
    'deleting is refused': (seen) => ({
      ...seen,
      deletion: { ...seen.deletion, ok: false, status: 405 },
      after: [],
    }),
    'it can still be read': (seen) => onRequests(seen, 'read', 0),
    'it can be read again after a while': (seen) => onRequests(seen, 'read', 1),
    'it can still be updated': (seen) => (seen.wasUpdatable ? onRequests(seen, 'update', 0) : undefined),
  },
};

/** PROF-10: deleting one profile changes no other. */
export const deletionChangesNoOther: RuleDefinition<Breaches, DeletionSeen> = {
  id: 'PROF-10',
  judge: ({ others }) => every(others.map(({ before, after }) => isAsItWas(before, after, 'not deleted'))),
  breaches: {
    'all profiles are deleted': (seen) =>
      onOthers(seen, (look) => ({ ...look, ok: false, status: 404, body: undefined })),
    'one other profile is deleted': (seen) =>
      onLastOther(seen, (look) => ({ ...look, ok: false, status: 404, body: undefined })),
    'another profile changes its name': (seen) =>
      onLastOther(seen, (look) =>
        changedLook(look, ({ first_name }) => ({ first_name: `${textOf(first_name)}?` })),
      ),
    'updated_at of other profiles moves': (seen) =>
      onOthers(seen, (look) =>
        changedLook(look, ({ updated_at }) => ({ updated_at: movedByHours(updated_at, 1) })),
      ),
    'other profiles are assigned to somebody else': (seen) =>
      onOthers(seen, (look) => changedLook(look, () => ({ assignee_user_id: -1 }))),
  },
};

function onRequests(seen: DeletionSeen, request: 'read' | 'update', from: number): DeletionSeen {
  let count = -1;
  const after = seen.after.map((one) => {
    if (one.request !== request) return one;
    count += 1;
    return count < from ? one : { ...one, answer: { ...one.answer, ok: true, status: 200 } };
  });
  return { ...seen, after };
}

function onOthers(seen: DeletionSeen, change: (look: Look) => Look): DeletionSeen {
  return { ...seen, others: seen.others.map(({ before, after }) => ({ before, after: change(after) })) };
}

function onLastOther(seen: DeletionSeen, change: (look: Look) => Look): DeletionSeen | undefined {
  const last = seen.others.length - 1;
  const others = seen.others.map((other, at) =>
    at === last ? { ...other, after: change(other.after) } : other,
  );
  return last < 0 ? undefined : { ...seen, others };
}

function changedLook(look: Look, change: (record: JsonObject) => JsonObject): Look {
  const record = recordOf(look);
  return record === undefined ? look : { ...look, body: { ...record, ...change(record) } };
}
