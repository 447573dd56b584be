/** Deletes a disposable webhook, between two looks at the whole list. */
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Disturbed, Unmet } from '../engine/unmet.ts';
import { identityOf } from '../records/page.ts';
import type { JsonObject } from '../records/is-record.ts';
import type { Answer } from '../session/exchange.ts';
import type { Session } from '../session/session.ts';
import type { WebhookToMake } from '../session/specimens.ts';
import { becomesListed, knownWebhook } from './known-webhook.ts';
import { isListed, isSameList, listNow, type ListNow } from './list-now.ts';
import { wholeList } from './list-walk.ts';
import { listTotal } from './page-window.ts';

/** Which webhook is deleted. */
export interface Deletion {
  readonly round: number;
  /** Whether another one of the same event, method and address is made first, where the owner's module can. */
  readonly besideItsLike: boolean;
}

/** What came of a deletion. */
export interface DeletionSeen {
  /** In lower case. */
  readonly uuid: string;
  readonly accepted: boolean;
  readonly status: number;
  readonly before: ListNow;
  readonly after: ListNow;
  /** Whether the list stood still afterwards: where not, others are at work. */
  readonly quiet: boolean;
  /** The list afterwards in pages of another size, the last of which ends with the list where that can be had. */
  readonly inOtherPages: ListNow;
}

const mostRefusals = 3;
const pausesAfter202: readonly number[] = [20, 80, 200, 400, 800, 1500];

/** Deletes one disposable webhook (Delete a webhook). */
export const lifeOfAWebhook = defineExperiment<Deletion, DeletionSeen>({
  name: 'life-of-a-webhook',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'delete',
  changes: ['webhooks'],
  given: fc.record({ round: fc.integer({ min: 10, max: 99 }), besideItsLike: fc.boolean() }),
  first: [1, 2, 3, 4].map((round) => ({ round, besideItsLike: round > 1 })),
  runs: 0,
  costly: true,
  probe: async ({ besideItsLike }, session) => {
    const uuid = await session.specimens.disposableWebhook();
    const before = await listBefore(session, uuid, besideItsLike);
    const answer = await deleteWebhook(session, uuid);
    let isThere = !answer.ok;
    try {
      const after = await listAfter(session, uuid, answer, before);
      const inOtherPages = await listNow(session.api, otherPageSize(before.total - 1));
      const again = await listNow(session.api);
      isThere = isListed(again, uuid);
      const { ok: accepted, status } = answer;
      const quiet = isSameList(after, again);
      return { uuid: uuid.toLowerCase(), accepted, status, before, after, quiet, inOtherPages };
    } finally {
      forgetTheList(session);
      // One that was confirmed as deleted and is still there is no longer like one that nobody has touched.
      if (!answer.ok && isThere) session.specimens.giveBack('webhooks', uuid);
      else if (!isThere) session.specimens.deleted('webhook', uuid);
    }
  },
});

/** The list before the deletion, standing still. */
async function listBefore(session: Session, uuid: string, besideItsLike: boolean): Promise<ListNow> {
  const control = session.api.control;
  if (!(await becomesListed(session, uuid))) {
    throw new Unmet(`the disposable webhook ${uuid} is not listed: was it deleted by an earlier run?`);
  }
  if (besideItsLike) await makeItsLike(session, uuid);
  const before = await listNow(control);
  if (!isListed(before, uuid))
    throw new Unmet(`the disposable webhook ${uuid} is no longer listed once another is made (HOOK-02)`);
  if (isSameList(before, await listNow(control))) return before;
  session.specimens.giveBack('webhooks', uuid);
  throw new Disturbed('the list of webhooks was changed by somebody else');
}

/** Makes another one of the same event, method and address, where the owner's module can. */
async function makeItsLike(session: Session, uuid: string): Promise<void> {
  const { records } = await listNow(session.api.control);
  const like = toMake(records.find((record) => identityOf(record) === uuid.toLowerCase()));
  if (like === null) return;
  try {
    const made = await session.specimens.makeWebhook(like);
    if (made !== null) await becomesListed(session, made);
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
  }
}

function toMake(record: JsonObject | undefined): WebhookToMake | null {
  const { event, request_method, target_url } = record ?? {};
  if (typeof event !== 'string' || typeof request_method !== 'string' || typeof target_url !== 'string')
    return null;
  return { event, request_method, target_url };
}

async function deleteWebhook(session: Session, uuid: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await session.api.deleteWebhook(uuid);
    if (answer.status < 500 || tries === mostRefusals) return answer;
    await wait(200 * tries);
  }
}

async function listAfter(session: Session, uuid: string, answer: Answer, before: ListNow): Promise<ListNow> {
  let after = await listNow(session.api);
  for (const pause of answer.status === 202 ? pausesAfter202 : []) {
    if (!isListed(after, uuid) && after.total < before.total) break;
    await wait(pause);
    after = await listNow(session.api);
  }
  return after;
}

/** The largest page size below 20 that divides the list, so that its last page is full. */
function otherPageSize(total: number): number {
  const sizes = Array.from({ length: 18 }, (_, index) => 19 - index);
  return sizes.find((size) => total % size === 0) ?? 7;
}

function forgetTheList(session: Session): void {
  listTotal.forget(session);
  wholeList.forget(session);
  knownWebhook.forget(session);
}
