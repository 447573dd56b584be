/** How an operation was answered in this run where it was taken: told from what was met, at no request. */
import type { OperationId } from '../session/api.ts';
import { statusAndType } from './answer-text.ts';
import { defineObservation, type OpenQuestion, type OpenStatementId } from './observation.ts';

const requests: Readonly<Record<Exclude<OperationId, 'testWebhook'>, string>> = {
  createApiKey: 'POST /id/api/jwt-tokens/create-api-key',
  listWebhooks: 'GET /integrations/api/webhooks',
  deleteWebhook: 'DELETE /integrations/api/webhooks/{uuid}',
  getSenderProfile: 'GET /flows/api/sender-profiles/{uuid}',
  updateSenderProfile: 'PUT /flows/api/sender-profiles/{uuid}',
  deleteSenderProfile: 'DELETE /flows/api/sender-profiles/{uuid}',
};

/**
 * The success statuses of an operation, each with its media type. Not for tests of webhooks, whose answer may be
 * that of their target.
 *
 * @param what - the operation in words
 */
export function statusesOf(
  id: OpenStatementId,
  operation: keyof typeof requests,
  what: string,
): OpenQuestion {
  return defineObservation({
    id,
    question: `the answer that says that ${what} succeeded`,
    find: async ({ state }) => {
      const met = state.successes.get(requests[operation]);
      return met === undefined ? null : [...met.values()].map(statusAndType).toSorted().join('; ');
    },
  });
}
