/** Words for breaches of the section Delete a webhook. */
import type { LookedAt, WebhookDeletionBreaches } from '../rules/breaches/delete-a-webhook.ts';
import { compared, show, type Words } from './sides.ts';

export const webhookDeletionWords: Words<WebhookDeletionBreaches> = {
  'webhook-deletion-refused': ({ uuid, status }) => ({
    expected: `deleting the webhook ${uuid} succeeds`,
    actual: `refused with ${status}`,
  }),
  'deleted-webhook-listed': ({ uuid, status, where }) => ({
    expected: `the deleted webhook ${uuid} is no longer listed${lookedAt[where]}`,
    actual: `the deletion was answered with ${status}, but it still is`,
  }),
  'deleted-webhook-found-by-filter': ({ uuid }) => ({
    expected: `a filter that the deleted webhook ${uuid} matched does not find it`,
    actual: 'it still finds the webhook',
  }),
  'deleted-webhook-counted-by-filter': ({ uuid }) => ({
    expected: `the total of a filter that the deleted webhook ${uuid} matched does not count it`,
    actual: 'it still does',
  }),
  'deleted-webhooks-listed-again': ({ uuids }) => ({
    expected: 'webhooks that were deleted before stay deleted',
    actual: `listed again: ${uuids.join(', ')}`,
  }),
  'total-after-deletion': compared(({ where }) => `\`total\` after the deletion${lookedAt[where]}`),
  'webhook-changed-by-deletion': compared(
    ({ deleted, uuid }) => `after the deletion of ${deleted}, webhook ${uuid}`,
  ),
  'webhook-removed-by-deletion': ({ deleted, uuid, record }) => ({
    expected: `deleting the webhook ${deleted} removes no other`,
    actual: `the webhook ${uuid} is gone, too: ${show(record)}`,
  }),
  'webhook-changed-after-deletions': ({ uuid, what, record }) => ({
    expected: 'webhooks that were not deleted stay as they were',
    actual: `a while after deletions ${uuid} is ${what}: ${show(record)}`,
  }),
};

const lookedAt: Readonly<Record<LookedAt, string>> = {
  list: '',
  'pages of any size': ' in pages of any size',
  'list without parameters': ' where no page is asked for',
};
