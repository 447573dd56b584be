/** Lists webhooks alongside a read of a sender profile with the same key (List webhooks). */
import * as fc from 'fast-check';
import { defineExperiment, seenAs, type ExperimentDefinition } from '../../session/suite.ts';
import { noCredential, type Credential } from '@outreach-api/model/records/credential';
import type { Session } from '../../session/session.ts';
import { usualHeaders, type UsualHeaders } from '../../session/usual-headers.ts';
import { firstKey, lastKeyOf } from '../../account/first-key.ts';
import { mustShow } from '@outreach-api/model/records/profile-history';
import type { Listing, ListingsSeen } from './webhooks-seen.ts';
import { shortListQuery } from '../../account/short-list.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { meetingUpdates } from '../sender-profile/meeting-updates.ts';

interface Wanted {
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly added?: UsualHeaders;
  /** Whether the same is asked without a credential right before: a cache may keep the refusal. */
  readonly afterRefusal?: true;
}

const defaultsSpelledOut = [
  ['limit', '20'],
  ['offset', '0'],
] as const;

const wantedOfAll: readonly Wanted[] = [
  { query: [] },
  { query: [['limit', '1']] },
  { query: defaultsSpelledOut },
  { query: defaultsSpelledOut, afterRefusal: true },
  ...usualHeaders.map((added, at) => ({ query: [['limit', `${at + 2}`] as const], added })),
];

export const listingDuringRead = defineExperiment<null, ListingsSeen>({
  ...once(wantedOfAll, async ({ credential }) => credential),
  name: 'listing-beside-a-read',
  does: 'lists with the key of the target file, which reads a sender profile at the same time',
  reads: ['webhooks', 'senderProfiles', 'keys'],
  needs: ['senderProfile'],
});

export const newKeyListing = defineExperiment<null, ListingsSeen>({
  ...once(
    [{ query: [] }, { query: [['limit', '20']] }],
    // A key created since may have replaced the first one.
    async (session) => {
      const { credential } = await firstKey.in(session);
      return lastKeyOf(session) ?? credential;
    },
  ),
  name: 'new-key-listing',
  does: 'lists with a key that was just created, which reads a sender profile at the same time',
  needs: ['senderProfile', 'createApiKeys'],
  // After the experiments that need keys more.
  phase: 'change',
  reads: ['keys'],
  // In parallel with experiments that update profiles of their own.
  changesRecordsOf: ['senderProfiles'],
});

/** While a sender profile, which the key also reads, is updated. */
export const listingUnderUpdates = seenAs(meetingUpdates, ({ listed: answers, key }): ListingsSeen => ({
  listings: answers.map(({ ok, status }) => ({
    query: shortListQuery.join('='),
    key,
    headersOf: null,
    isDuringUpdates: true,
    ok,
    status,
  })),
}));

function once(
  wanted: readonly Wanted[],
  caller: (session: Session) => Promise<Credential>,
): Omit<ExperimentDefinition<null, ListingsSeen>, 'name' | 'does'> {
  return {
    given: fc.constant(null),
    first: [null],
    runs: 0,
    probe: async (_, session) => {
      const [uuid = ''] = await session.fixtures.senderProfiles();
      const credential = await caller(session);
      return session.locks.holdRecords({ reads: [uuid], changes: [] }, async () =>
        listed(wanted, uuid, session, credential),
      );
    },
  };
}

/**
 * A list by a new key needs a control only where it is refused, and on both sides where that is confirmed: that keys are
 * accepted at all must show in the lists of the main key, without which the rule does not pass.
 *
 * @throws Unmet if the key does not read the profile either: a target that refuses everything shows nothing
 */
async function listed(
  wanted: readonly Wanted[],
  uuid: string,
  session: Session,
  credential: Credential,
): Promise<ListingsSeen> {
  const api = session.as(credential);
  const mustBeAcceptedElsewhere = async (): Promise<unknown> => mustShow(await lookAt(api.control, uuid));
  const isOfMainKey = credential.name === session.credential.name;
  if (isOfMainKey || session.readsAfresh) await mustBeAcceptedElsewhere();
  const listings: Listing[] = [];
  for (const { query, added, afterRefusal = false } of wanted) {
    if (afterRefusal && session.target.allow.forgedCredentials)
      await session.as(noCredential).listWebhooks({ query });
    const headersOf = added?.headersOf ?? null;
    const { ok, status } = await (added === undefined && !afterRefusal
      ? api.pageOfList({ query })
      : api.with({ headers: added?.headers ?? {} }).listWebhooks({ query }));
    const asked = query.map((pair) => pair.join('=')).join('&');
    listings.push({ query: asked, key: credential.name, headersOf, isDuringUpdates: false, ok, status });
  }
  if (listings.some(({ ok }) => !ok)) await mustBeAcceptedElsewhere();
  return { listings };
}
