/** The statuses of an operation's successful answers in this run: taken from what was seen, without a request. */
import type { OperationId } from '@outreach-api/model/records/operation';
import { statusAndType } from './answer-text.ts';
import { defineObservation, type OpenQuestion } from './observation.ts';
import type { OpenStatementId } from '@outreach-api/model/records/observation';

/**
 * The success statuses of an operation, each with its media type. Not for tests of webhooks, whose answer may be that
 * of their target.
 *
 * @param what - the operation in words
 */
export function statusesOf(
  id: OpenStatementId,
  operation: Exclude<OperationId, 'testWebhook'>,
  what: string,
): OpenQuestion {
  return defineObservation({
    id,
    question: `the answer that says that ${what} succeeded`,
    find: async ({ state }) => {
      const met = state.successes.of(operation);
      return met.length === 0 ? null : met.map(statusAndType).toSorted().join('; ');
    },
  });
}
