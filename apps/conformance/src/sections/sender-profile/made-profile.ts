/** Reads a sender profile that is known to exist, if none can be read (Sender profile). */
import { eventually, Unmet, whereUnmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { madeIsReadable } from '@outreach-api/model/bounds';
import {
  seenIn,
  type Look,
  type ProfileHistory,
  type Round,
} from '@outreach-api/model/records/profile-history';
import { profilesToLookAt } from '../../account/profiles-at-hand.ts';
import type { KnownProfile } from '@outreach-api/model/records/profile-history';
import { isUuid } from '@outreach-api/model/records/uuid';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import { lookAt } from '../../account/look-at-profile.ts';

const nothing: ProfileHistory = { rounds: [] };
const sent = { first_name: 'Ada', last_name: 'Okafor', label: 'North' };

const made: KnownProfile = { by: 'provision module' };

/**
 * An unreadable profile in the target file may be a typing error; a newly created one is known to exist. If none can be
 * created, one in the target file is known to exist if the server fails on it, but not on a uuid that no profile has.
 * The key must list webhooks at the same time.
 */
export const madeProfile = defineExperiment<null, ProfileHistory>({
  name: 'made-profile',
  does: "reads and updates a sender profile created by the owner's module, if none could be read so far",
  needs: ['senderProfile'],
  phase: 'change',
  changes: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    if (await isAnyRead(session)) return nothing;
    const { fixtures } = session;
    const uuid =
      (await fixtures.newSenderProfile().catch(whereUnmet(null))) ?? fixtures.madeSenderProfiles.at(-1);
    const rounds = uuid === undefined ? await roundsOfNamed(session) : await roundsOfMade(uuid, session);
    if (rounds.length > 0) await mustListWebhooks(session);
    return { rounds };
  },
});

async function roundsOfMade(uuid: string, session: Session): Promise<readonly Round[]> {
  const look = async (): Promise<Look> => ({ ...(await lookAt(session.api, uuid)), known: made });
  const { shown, last } = await eventually(session.state, madeIsReadable, look, ({ ok }) => ok);
  if (shown) return [];
  const rounds: Round[] = [{ updates: [], looks: [last] }];
  if (isMet('updates', session.target)) {
    const update = seenIn(uuid, await session.api.updateSenderProfile(uuid, sent));
    rounds.push({ updates: [{ ...update, sent }], looks: [await look()] });
  }
  return rounds;
}

/** A profile that cannot be read could not be restored, so it is not updated. */
async function roundsOfNamed(session: Session): Promise<readonly Round[]> {
  for (const uuid of (await profilesToLookAt(session)).filter(isUuid)) {
    const look = await lookAt(session.api, uuid);
    if (classOf(look).kind !== 'failed') continue;
    const unknown = await lookAt(session.api.control, randomUUID());
    if (classOf(unknown).effect !== 'never') continue;
    const known: KnownProfile = { by: 'target file', unknownRefusedWith: unknown.status };
    return [{ updates: [], looks: [{ ...look, known }] }];
  }
  return [];
}

/** Whether a profile was read in this run, or can be. */
async function isAnyRead(session: Session): Promise<boolean> {
  if (session.state.successes.of('getSenderProfile').length > 0) return true;
  const uuids = await profilesToLookAt(session);
  const looks = await Promise.all(
    uuids.map(async (uuid) => lookAt(session.api.control, uuid).catch(whereUnmet(null))),
  );
  return looks.some((look) => look?.ok === true);
}

/** @throws Unmet if the key is refused altogether */
async function mustListWebhooks({ api }: Session): Promise<void> {
  const { ok, status } = await api.control.listWebhooks();
  if (!ok)
    throw new Unmet(`sender profiles cannot be read, and the list of webhooks was refused with ${status}`);
}
