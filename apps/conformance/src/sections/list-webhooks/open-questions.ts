/** What the target does where the description of webhooks is silent (Events; Not specified; HOOK-90). */
import { randomUUID } from 'node:crypto';
import { eventually } from '@outreach-api/engine';
import { isCalled } from '@outreach-api/model/bounds';
import { namedEvent } from '../../account/known-webhook.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Mailbox } from '@outreach-api/wire/receiver';
import type { Session } from '../../session/session.ts';
import { listOfNames, statusAndType } from '../../observations/answer-text.ts';
import { deletedBefore } from '../../observations/deleted-before.ts';
import { defineObservation, type OpenQuestion } from '../../observations/observation.ts';
import { statusesOf } from '../../observations/statuses-of.ts';

/** Questions about webhooks (HOOK-90). */
export const webhookObservations: readonly OpenQuestion[] = [
  aboutTest('the answer of a test whose target answers 200', {}),
  aboutTest('a test whose target answers 500', { status: 500 }),
  aboutTest('a test whose target answers 302 without a Location', { status: 302 }),
  aboutTest('a test of an unknown event', { event: 'no_such_event' }),
  aboutTest('a test with a uuid that no webhook has', { withUuid: true }),
  ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) =>
    aboutTest(`a test with the request method ${method}`, { method }),
  ),
  defineObservation({
    id: 'HOOK-90',
    question: 'deleting a webhook twice',
    needs: ['deletes', 'disposableWebhook'],
    changes: ['webhooks'],
    find: async (session) =>
      statusAndType(await session.api.deleteWebhook(await deletedBefore(session, 'webhook'))),
  }),
  aboutDeletion('deleting a webhook of an unknown uuid', randomUUID),
  aboutDeletion('deleting a webhook of a malformed uuid', () => 'not-a-uuid'),
  statusesOf('HOOK-90', 'deleteWebhook', 'deleting a webhook'),
];

function aboutDeletion(question: string, uuid: () => string): OpenQuestion {
  return defineObservation({
    id: 'HOOK-90',
    question,
    needs: ['deletes'],
    changes: ['webhooks'],
    find: async (session) => statusAndType(await session.api.deleteWebhook(uuid())),
  });
}

interface TestParts {
  /** The status that the called address answers with. */
  readonly status?: number;
  readonly event?: string;
  readonly method?: string;
  readonly withUuid?: boolean;
}

/** Each spends one delivery, and is skipped if none is left. */
function aboutTest(question: string, parts: TestParts): OpenQuestion {
  const { status = 200, event = namedEvent, method = 'POST', withUuid = false } = parts;
  return defineObservation({
    id: 'HOOK-90',
    question,
    needs: ['deliveries'],
    // Anything that a test wrongly stores is a separate record.
    changesRecordsOf: ['webhooks'],
    find: async (session) => {
      const mailbox = (await session.receiver()).open('/observed', status);
      if (session.state.budgets.left('deliveries') === 0) return null;
      const answer = await session.api.testWebhook({
        ...(withUuid ? { uuid: randomUUID() } : {}),
        event,
        request_method: method,
        target_url: mailbox.url,
      });
      return `${shapeOf(answer, mailbox)}; ${await callsOf(session, answer, mailbox)}`;
    },
  });
}

/** Status, type and the names of the top-level fields; what the called address answered is ours and reveals nothing. */
function shapeOf(answer: Answer, { marker }: Mailbox): string {
  const { json, status } = answer;
  if (isRecord(json) && json['received'] === marker && Object.keys(json).length === 1)
    return `${status}, the answer of the target itself`;
  const said = statusAndType(answer);
  if (isRecord(json)) return `${said} with ${listOfNames(Object.keys(json))}`;
  return Array.isArray(json) ? `${said}, an array` : said;
}

async function callsOf({ state }: Session, { ok }: Answer, { calls }: Mailbox): Promise<string> {
  if (ok)
    await eventually(
      state,
      isCalled,
      async () => calls.length,
      (count) => count > 0,
    );
  if (calls.length === 0) return 'not called';
  return calls.length === 1 ? 'called once' : 'called more than once';
}
