/** Reads and updates a sender profile that the owner's module made, where no other can be read (Sender profile). */
import * as fc from 'fast-check';
import { madeIsReadable } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { defineExperiment } from '../../engine/experiment.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { lookAt, seenIn, type Look, type ProfileHistory, type Round } from '../../account/profile-history.ts';
import { profilesToLookAt } from '../../account/profiles-at-hand.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';

const nothing: ProfileHistory = { rounds: [], stranger: null };
const sent = { first_name: 'Ada', last_name: 'Okafor', label: 'North' };

/**
 * Reads and updates a sender profile that the owner's module has made, where none could be read up to then. That one
 * which the target file names cannot be read may be a slip of whoever wrote it; of one just made it is known that it is
 * there. Asked with a key that lists webhooks at the same time.
 */
export const madeProfile = defineExperiment<null, ProfileHistory>({
  name: 'made-profile',
  needs: ['senderProfile'],
  phase: 'change',
  changes: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    if (await isAnyRead(session)) return nothing;
    const { fixtures } = session;
    const uuid = (await fixtures.newSenderProfile()) ?? fixtures.madeSenderProfiles.at(-1);
    if (uuid === undefined) return nothing;
    const look = async (): Promise<Look> => ({ ...(await lookAt(session.api, uuid)), wasMade: true });
    const { shown, last } = await eventually(session.state, madeIsReadable, look, ({ ok }) => ok);
    if (shown) return nothing;
    const rounds: Round[] = [{ updates: [], looks: [last] }];
    if (isMet('updates', session.target)) {
      const update = seenIn(uuid, await session.api.updateSenderProfile(uuid, sent));
      rounds.push({ updates: [{ ...update, sent, ordinary: true }], looks: [await look()] });
    }
    await mustListWebhooks(session);
    return { rounds, stranger: null };
  },
});

/** Whether a profile was read in this run, or can be. */
async function isAnyRead(session: Session): Promise<boolean> {
  if (session.state.successesOf('getSenderProfile').length > 0) return true;
  const uuids = await profilesToLookAt(session);
  const looks = await Promise.all(
    uuids.map(async (uuid) => lookAt(session.api.control, uuid).catch(whereUnmet(null))),
  );
  return looks.some((look) => look?.ok === true);
}

/** @throws Unmet where the key is refused altogether */
async function mustListWebhooks({ api }: Session): Promise<void> {
  const { ok, status } = await api.control.listWebhooks();
  if (!ok)
    throw new Unmet(`sender profiles cannot be read, and the list of webhooks was refused with ${status}`);
}
