/** Words for breaches of the section What the service does. */
import type { AccountsBreaches } from '../rules/breaches/what-the-service-does.ts';
import { requestWords } from './request-words.ts';
import type { Words } from './sides.ts';

export const accountsWords: Words<AccountsBreaches> = {
  'webhooks-of-others-listed': ({ webhooks, some }) => ({
    expected: "a key of another account lists none of this account's webhooks",
    actual: `it lists ${some.join(', ')}${webhooks > some.length ? ` and ${webhooks - some.length} more` : ''}`,
  }),
  'record-disclosed': ({ operation, status, field }) => ({
    expected: `${requestWords(operation)} discloses nothing of the record to a key of another account`,
    actual: `answered with ${status}, and the answer contains its \`${field}\``,
  }),
  'request-of-another-account-took-effect': ({ operation, status }) => ({
    expected: `${requestWords(operation)} with a key of another account has no effect`,
    actual: `answered with ${status}, but carried out anyway`,
  }),
};
