/** The request of each operation: its method, and its path with uuids as `{uuid}`. */
import type { OperationId } from '@outreach-api/model/records/operation';

/** The request of each operation, as {@link Successes.of} counts it. */
export const requestOf: Readonly<Record<OperationId, string>> = {
  createApiKey: 'POST /id/api/jwt-tokens/create-api-key',
  listWebhooks: 'GET /integrations/api/webhooks',
  testWebhook: 'POST /integrations/api/webhooks/test',
  deleteWebhook: 'DELETE /integrations/api/webhooks/{uuid}',
  getSenderProfile: 'GET /flows/api/sender-profiles/{uuid}',
  updateSenderProfile: 'PUT /flows/api/sender-profiles/{uuid}',
  deleteSenderProfile: 'DELETE /flows/api/sender-profiles/{uuid}',
};
