/** Updates a sender profile with a body that names what no update changes (Sender profile). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { recordOf, type ProfileHistory } from '@outreach-api/model/records/profile-history';
import { tokenClaims, tokenFacts } from '@outreach-api/model/records/created-key';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Session } from '../../session/session.ts';
import type { Target } from '../../target/target.ts';
import { newProfile } from '../../account/profiles-at-hand.ts';
import { updateMadeProfile, type MadeProfileUpdated } from './update-made-profile.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { lastingFields } from '@outreach-api/model/records/profile-fields';
import { isSameUuid } from '@outreach-api/model/records/uuid';

const named = [...lastingFields, 'updated_at'] as const;

/** The fields that the body names. */
export type NamedFields = readonly (typeof named)[number][];

const sent = { first_name: 'Named' };
/** An id that is unlikely to be any team's or user's: if it is accepted, nobody else gets the profile. */
const unassignedId = 2_147_483_647;
const anotherTime = '2020-02-03T04:05:06.789Z';

/**
 * The server may refuse such a body, and otherwise must not change these fields. A uuid is named apart from the others:
 * first one that is nobody's, then that of another profile created for this. The profile may be out of reach afterwards,
 * so it is used for nothing else.
 */
export const lastingFieldsUpdate = defineExperiment<NamedFields, ProfileHistory>({
  name: 'lasting-fields-update',
  does: 'updates a sender profile that was created for this with bodies that name other values for fields that no update changes',
  needs: ['updates', 'newSenderProfile'],
  phase: 'refusal',
  changesRecordsOf: ['senderProfiles'],
  given: fc.subarray([...named], { minLength: 1 }),
  first: [['team_id', 'user_id', 'created_at', 'updated_at', 'uuid']],
  runs: 0,
  smaller: (fields) => (fields.length > 1 ? fields.map((field) => [field]) : []),
  probe: async (fields, session) => {
    const others = otherValues(session.target);
    const besides = fields.filter((field) => field !== 'uuid');
    const bodies =
      besides.length === 0 ? [] : [Object.fromEntries(besides.map((field) => [field, others[field]]))];
    const another = fields.includes('uuid') ? await session.fixtures.newSenderProfile() : null;
    const uuids = fields.includes('uuid') ? [others['uuid'], ...(another === null ? [] : [another])] : [];
    const changes = [...bodies, ...uuids.map((uuid) => ({ uuid }))].map((body) => ({ sent, named: body }));
    const updated = await updateMadeProfile(session, await newProfile(session), changes, {
      beside: another === null ? [] : [another],
    });
    if (uuids.length > 0) await listIfMoved(session, updated, others['uuid']);
    return updated;
  },
});

/** The team and user are those that the key of the other account names, if it does. */
function otherValues({ otherAccountToken }: Target): JsonObject {
  const { team_id, user_id, sub } = tokenClaims(tokenFacts(otherAccountToken ?? ''));
  return {
    uuid: randomUUID(),
    team_id: typeof team_id === 'number' ? team_id : unassignedId,
    user_id: Number(user_id ?? sub) || unassignedId,
    created_at: anotherTime,
    updated_at: anotherTime,
  };
}

/** A profile that took over the uuid, and is not read under its own any more, is in the ledger under that uuid, too. */
async function listIfMoved(
  session: Session,
  { uuid: own, rounds }: MadeProfileUpdated,
  uuid: unknown,
): Promise<void> {
  const looks = rounds.flatMap((round) => round.looks.filter((look) => look.uuid === own));
  const isThere = looks.every((look) => isSameUuid(recordOf(look)?.['uuid'], own));
  if (typeof uuid !== 'string' || isThere || !(await lookAt(session.api.control, uuid)).ok) return;
  const undo = async (): Promise<true | string> => {
    const { ok, status } = await session.api.control.deleteSenderProfile(uuid);
    return ok || `deleting it was refused with ${status}`;
  };
  session.state.ledger.add('gave a sender profile another uuid', `uuid ${uuid}`, { kind: 'removal', undo });
}
