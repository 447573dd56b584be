/** Words for breaches of the sections List webhooks and Webhook. */
import type { WebhookListBreaches } from '../rules/breaches/list-webhooks.ts';
import { faultWords } from './fault-words.ts';
import { pagesOf } from './pagination.ts';
import { show, type Words } from './sides.ts';

export const webhookListWords: Words<WebhookListBreaches> = {
  'webhook-fields': ({ faults, record }) => ({
    expected: 'each webhook has uuid (UUID), event, request_method and target_url (strings)',
    actual: `${faultWords(faults)} in the record ${show(record)}`,
  }),
  'webhook-not-listed': ({ kind, uuid, limit, key }) => ({
    expected: `the webhook ${uuid} (${kind}) is listed in ${pagesOf(limit)} to ${key}`,
    actual: 'it is not listed',
  }),
  'uuid-shared': ({ uuid, records: [one, other] }) => ({
    expected: 'no two records share a uuid',
    actual: `${uuid} is the uuid of ${one} and of ${other}`,
  }),
  'list-refused': ({ query, key, headersOf, isDuringUpdates, status }) => ({
    expected: `the list (${query === '' ? 'without parameters' : query}) is answered with 2xx to ${key}, which reads a sender profile${headersOf === null ? '' : `, also with the headers of ${headersOf}`}${isDuringUpdates ? ', also while one is updated' : ''}`,
    actual: `refused with ${status}`,
  }),
};
