/** Has callers other than the owner read a sender profile between two reads by the owner (Get a sender profile). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import { mustChangeByReading } from '../../account/own-changes.ts';
import { profilesAtHand } from '../../account/profiles-at-hand.ts';
import {
  differ,
  mustShow,
  type Look,
  type ProfileHistory,
} from '@outreach-api/model/records/profile-history';
import { noCredential } from '@outreach-api/model/records/credential';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { lookAt } from '../../account/look-at-profile.ts';

/** Who reads in between: whether accepted or refused, a read changes nothing. */
type OtherReader = 'a key just made' | 'a key of another account' | 'no credential';

/** The readers, one after the other. */
export type OtherReaders = readonly OtherReader[];

/** How long a cache may keep a refusal. */
const keptMs = 5000;

const readers: OtherReaders = ['a key just made', 'a key of another account', 'no credential'];

export const readingByOthers = defineExperiment<OtherReaders, ProfileHistory>({
  name: 'reading-by-others',
  does: "has other callers read a sender profile between two reads with the owner's key",
  needs: ['senderProfile'],
  phase: 'refused deletion',
  changesRecordsOf: ['senderProfiles'],
  given: fc.subarray([...readers], { minLength: 1 }),
  first: [readers],
  runs: 0,
  smaller: (some) => (some.length > 1 ? some.map((reader) => [reader]) : []),
  probe: async (some, session) => {
    const apis = some.flatMap((reader) => apiOf(reader, session) ?? []);
    if (apis.length === 0) throw new Unmet('no other caller may read a sender profile');
    const [uuid = '', ...others] = await profilesAtHand(session);
    return session.locks.holdRecords({ reads: [uuid], changes: [] }, async () => {
      const before = await shown(session, uuid);
      const read = async (): Promise<void> => {
        for (const api of apis) await api.getSenderProfile(uuid);
      };
      const began = session.clock.now();
      await read();
      const after = await lookAt(session.api, uuid);
      if (!after.ok) await mustConcernTheProfile(session, others);
      else if (differ(before, after))
        await mustChangeByReading(session, after, session.clock.now() - began, read);
      const rounds = [before, after].map((look) => ({ updates: [], looks: [look] }));
      return { rounds };
    });
  },
});

/**
 * The profile, by the owner. If it is refused, what others were refused of it before may still be kept: it is read again
 * after a while.
 *
 * @throws Unmet if it is refused then, too
 */
async function shown(session: Session, uuid: string): Promise<Look> {
  const first = await lookAt(session.api.control, uuid);
  if (!first.ok) await session.clock.wait(keptMs);
  const look = first.ok ? first : await lookAt(session.api.control, uuid);
  mustShow(look);
  return look;
}

/**
 * Reads another profile, and the newest one, which no other caller may have read before; or lists, if there is none.
 *
 * @throws Unmet if the owner's key is refused elsewhere, too: wrong credentials may lock every caller out
 */
async function mustConcernTheProfile(
  { api: { control }, fixtures }: Session,
  others: readonly string[],
): Promise<void> {
  const further = [...others.slice(0, 1), ...fixtures.madeSenderProfiles.slice(-1)];
  for (const uuid of further) if ((await control.getSenderProfile(uuid)).ok) return;
  if (further.length === 0 && (await control.listWebhooks()).ok) return;
  throw new Unmet('after reads by others, the owner is refused everywhere');
}

/** The API as this reader; null if there is none, or it may not be tried. */
function apiOf(reader: OtherReader, session: Session): Api | null {
  const { otherAccountToken, allow } = session.target;
  if (reader === 'a key of another account') return otherAccountToken === null ? null : session.otherAccount;
  if (reader === 'no credential') return allow.forgedCredentials ? session.as(noCredential) : null;
  const key = lastKeyOf(session);
  return key === null ? null : session.as(key);
}
