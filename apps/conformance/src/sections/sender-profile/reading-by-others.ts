/** Has callers other than the owner read a sender profile between two reads by the owner (Get a sender profile). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import { mustChangeByReading } from '../../account/own-changes.ts';
import { differ, mustShow, type ProfileHistory } from '../../records/profile-history.ts';
import { noCredential } from '../../credentials/credential.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { lookAt } from '../../account/look-at-profile.ts';

/** Who reads in between: whether accepted or refused, a read changes nothing. */
type OtherReader = 'a key just made' | 'a key of another account' | 'no credential';

/** The readers, one after the other. */
export type OtherReaders = readonly OtherReader[];

const readers: OtherReaders = ['a key just made', 'a key of another account', 'no credential'];

/** Has other callers read a sender profile between two reads with the owner's key. */
export const readingByOthers = defineExperiment<OtherReaders, ProfileHistory>({
  name: 'reading-by-others',
  needs: ['senderProfile'],
  phase: 'delete',
  changesRecordsOf: ['senderProfiles'],
  given: fc.subarray([...readers], { minLength: 1 }),
  first: [readers],
  runs: 0,
  smaller: (some) => (some.length > 1 ? some.map((reader) => [reader]) : []),
  probe: async (some, session) => {
    const apis = some.flatMap((reader) => apiOf(reader, session) ?? []);
    if (apis.length === 0) throw new Unmet('no other caller may read a sender profile');
    const [uuid = ''] = await session.fixtures.senderProfiles();
    const read = async (): Promise<void> => {
      for (const api of apis) await api.getSenderProfile(uuid);
    };
    return session.locks.holdRecords({ reads: [uuid], changes: [] }, async () => {
      const began = session.clock.now();
      const before = await lookAt(session.api.control, uuid);
      mustShow(before);
      await read();
      const after = await lookAt(session.api, uuid);
      if (differ(before, after)) await mustChangeByReading(session, after, session.clock.now() - began, read);
      const rounds = [before, after].map((look) => ({ updates: [], looks: [look] }));
      return { rounds, stranger: null };
    });
  },
});

/** The API as this reader; null if there is none, or it may not be tried. */
function apiOf(reader: OtherReader, session: Session): Api | null {
  const { otherAccountToken, allow } = session.target;
  if (reader === 'a key of another account') return otherAccountToken === null ? null : session.otherAccount;
  if (reader === 'no credential') return allow.forgedCredentials ? session.as(noCredential) : null;
  const key = lastKeyOf(session);
  return key === null ? null : session.as(key);
}
