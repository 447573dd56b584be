/** Has others than its owner's key read a sender profile, between two readings of that (Get a sender profile). */
import * as fc from 'fast-check';
import { lastKey } from '../../account/first-key.ts';
import { mustChangeByReading } from '../../account/own-changes.ts';
import { differ, lookAt, mustShow, type ProfileHistory } from '../../account/profile-history.ts';
import { defineExperiment } from '../../engine/experiment.ts';
import { Unmet } from '../../engine/unmet.ts';
import { noCredential } from '../../http/credential.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';

/** Who reads in between: whether that is taken or refused, it changes nothing. */
export type OtherReader = 'a key just made' | 'a key of another account' | 'no credential';

const readers: readonly OtherReader[] = ['a key just made', 'a key of another account', 'no credential'];

/** Has somebody else read a sender profile, between two readings of its owner's key. */
export const readingByOthers = defineExperiment<OtherReader, ProfileHistory>({
  name: 'reading-by-others',
  needs: ['senderProfile'],
  phase: 'delete',
  changesRecordsOf: ['senderProfiles'],
  given: fc.constantFrom(...readers),
  first: readers,
  runs: 0,
  probe: async (reader, session) => {
    const api = apiOf(reader, session);
    const [uuid = ''] = await session.fixtures.senderProfiles();
    return session.locks.holdRecords({ reads: [uuid], changes: [] }, async () => {
      const began = session.clock.now();
      const before = await lookAt(session.api.control, uuid);
      mustShow(before);
      await api.getSenderProfile(uuid);
      const after = await lookAt(session.api, uuid);
      if (differ(before, after)) {
        const read = async (): Promise<unknown> => api.getSenderProfile(uuid);
        await mustChangeByReading(session, after, session.clock.now() - began, read);
      }
      const rounds = [before, after].map((look) => ({ updates: [], looks: [look] }));
      return { rounds, stranger: null };
    });
  },
});

/** @throws Unmet where there is no such caller, or it may not be tried */
function apiOf(reader: OtherReader, session: Session): Api {
  if (reader === 'a key just made') return session.as(lastKey(session));
  if (reader === 'a key of another account') return session.otherAccount;
  if (!session.target.allow.forgedCredentials) throw new Unmet('`allow.forgedCredentials` is false');
  return session.as(noCredential);
}
