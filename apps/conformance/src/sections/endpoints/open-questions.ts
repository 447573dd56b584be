/** How a target refuses unauthenticated requests and formats its answers: nothing that the description mentions. */
import { Unmet } from '@outreach-api/engine';
import { mustShow } from '@outreach-api/model/records/profile-history';
import { profilesAtHand } from '../../account/profiles-at-hand.ts';
import { parseDateTime } from '@outreach-api/model/records/date-time';
import { readPage } from '@outreach-api/model/records/page';
import { textOf } from '@outreach-api/model/texts/text-of';
import { noCredential, type Credential } from '@outreach-api/model/records/credential';
import { credentialOf } from '../authentication/intruders-on.ts';
import type { Session } from '../../session/session.ts';
import { statusAndType } from '../../observations/answer-text.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';
import { lookAt } from '../../account/look-at-profile.ts';

/** Questions about every operation, answered by reading only. */
export const spellingObservations: readonly OpenQuestion[] = [
  refusal('listing webhooks without a credential', () => noCredential),
  refusal('listing webhooks with a credential that is no key', (session) =>
    credentialOf('random text', session),
  ),
  defineObservation({
    id: 'PAGE-90',
    question: 'the Content-Type of the list of webhooks',
    reads: ['webhooks'],
    find: async (session) => {
      const { headers } = await session.api.listWebhooks();
      return headers['content-type']?.replaceAll(/\s+/g, '') ?? 'not sent';
    },
  }),
  defineObservation({
    id: 'HOOK-90',
    question: 'the letter case of the uuids of webhooks',
    reads: ['webhooks'],
    find: async (session) => {
      const { data } = readPage(await session.api.listWebhooks());
      return letterCaseOf(data.map(({ uuid }) => textOf(uuid)).join(''));
    },
  }),
  defineObservation({
    id: 'PROF-90',
    question: 'how date-times are written',
    needs: ['senderProfile'],
    reads: ['senderProfiles'],
    find: async (session) => {
      const [uuid = ''] = await profilesAtHand(session);
      const { created_at: created, updated_at: updated } = mustShow(await lookAt(session.api, uuid));
      return spellingOf([created, updated]);
    },
  }),
];

function refusal(question: string, credential: (session: Session) => Credential): OpenQuestion {
  return defineObservation({
    id: 'KEY-90',
    question,
    needs: ['forgedCredentials'],
    reads: ['webhooks'],
    find: async (session) => statusAndType(await session.as(credential(session)).listWebhooks()),
  });
}

function letterCaseOf(text: string): string {
  if (!/[a-z]/i.test(text)) throw new Unmet('no webhook has a uuid with letters');
  if (text === text.toLowerCase()) return 'lower';
  return text === text.toUpperCase() ? 'upper' : 'mixed';
}

/** Uses the longest of them: some servers omit trailing zeros. */
function spellingOf(dates: readonly unknown[]): string {
  const [longest] = dates
    .filter((date) => typeof date === 'string')
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (longest === undefined || parseDateTime(longest) === null)
    throw new Unmet('a sender profile has no date-time (PROF-01)');
  const fraction = /\.\d+/.test(longest) ? 'with a fraction of the second' : 'to the second';
  return `${fraction}, ${zoneOf(longest)}`;
}

function zoneOf(date: string): string {
  if (/z$/i.test(date)) return `zone ${date.slice(-1)}`;
  const offset = /[+-]\d\d(?::?\d\d)?$/.exec(date)?.[0];
  if (offset === undefined) return 'no zone';
  // The offset may depend on the time of the year.
  return /^[+-]00/.test(offset) ? 'zone as +00:00' : 'zone as an offset';
}
