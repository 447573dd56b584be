/** Words for every breach. Another language is another {@link AllWords}. */
import type { BreachCode, BreachValues, Contradiction } from '../rules/breaches/breach-values.ts';
import { apiKeyWords } from './create-an-api-key.ts';
import { authenticationWords } from './authentication.ts';
import { clientWords } from './clients.ts';
import { endpointsWords } from './endpoints.ts';
import { filteringWords } from './filtering.ts';
import { limitsWords } from './limits.ts';
import { paginationWords } from './pagination.ts';
import { profileDeletionWords } from './delete-a-sender-profile.ts';
import { profileReadingWords } from './get-a-sender-profile.ts';
import { senderProfileWords } from './sender-profile.ts';
import type { Sides, Words } from './sides.ts';
import { webhookDeletionWords } from './delete-a-webhook.ts';
import { webhookListWords } from './list-webhooks.ts';
import { webhookTestWords } from './test-a-webhook.ts';
import { accountsWords } from './what-the-service-does.ts';

/** Words for every breach: without those for a code, it does not compile. */
export type AllWords = Words<BreachValues>;

const english: AllWords = {
  'no-answer': ({ request }) => ({
    expected: `\`${request}\` is answered, as other requests are`,
    actual: 'the connection is closed without an answer, each time',
  }),
  'refused-among-accepted': ({ request, statuses, times }) => ({
    expected: `\`${request}\` succeeds, as it does for others like it`,
    actual: `${times} were answered ${statuses.join(', ')}, between requests that were accepted`,
  }),
  ...endpointsWords,
  ...authenticationWords,
  ...accountsWords,
  ...paginationWords,
  ...filteringWords,
  ...apiKeyWords,
  ...webhookListWords,
  ...webhookTestWords,
  ...webhookDeletionWords,
  ...senderProfileWords,
  ...profileReadingWords,
  ...profileDeletionWords,
  ...limitsWords,
  ...clientWords,
};

/** A breach in words. */
export function inWords<Code extends BreachCode>(
  { code, values, difference = [] }: Contradiction<Code>,
  words: AllWords = english,
): Sides {
  return words[code](values, difference);
}
