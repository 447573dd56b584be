/** Deletes a disposable webhook, between two looks at the whole list. */
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Disturbed, Unmet } from '../engine/unmet.ts';
import { filterRequest } from '../filters/condition.ts';
import { filterPlacement } from '../filters/filter-placement.ts';
import { unfilteredList } from '../filters/unfiltered-list.ts';
import { identityOf, pageIn, readPage } from '../records/page.ts';
import type { JsonObject } from '../records/is-record.ts';
import { isGatewayFailure, type Answer } from '../session/exchange.ts';
import type { Session } from '../session/session.ts';
import { namedEvent, type WebhookToMake } from '../session/specimens.ts';
import { becomesListed, knownWebhook } from './known-webhook.ts';
import { differencesOf, isListed, isSameList, listNow, type ListNow } from './list-now.ts';
import { wholeList } from './list-walk.ts';
import { listTotal } from './page-window.ts';

/** Which webhook is deleted. */
export interface Deletion {
  readonly round: number;
  /** What sets it apart from other disposable ones, where the owner's module can make such a one. */
  readonly kind: 'plain' | 'another method' | 'another event';
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
  /** What a request without parameters shows afterwards: the beginning of the list. */
  readonly withoutParameters: ListNow;
  /** What a filter by its uuid finds afterwards; null where the list takes none. */
  readonly byItsUuid: readonly string[] | null;
  /** Webhooks that were deleted before in this run, and that the list shows again. In lower case. */
  readonly back: readonly string[];
}

const mostRefusals = 3;
const pausesAfter202: readonly number[] = [20, 80, 200, 400, 800, 1500];

const pausesWhereMoreChanged: readonly number[] = [100, 300, 600, 1000];

/** Deletes one disposable webhook (Delete a webhook). */
export const lifeOfAWebhook = defineExperiment<Deletion, DeletionSeen>({
  name: 'life-of-a-webhook',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'delete',
  changes: ['webhooks'],
  given: fc.record({
    round: fc.integer({ min: 10, max: 99 }),
    kind: fc.constantFrom<Deletion['kind']>('plain', 'another method', 'another event'),
    besideItsLike: fc.boolean(),
  }),
  first: [
    { round: 1, kind: 'plain', besideItsLike: true },
    { round: 2, kind: 'plain', besideItsLike: false },
    { round: 3, kind: 'another method', besideItsLike: true },
    { round: 4, kind: 'another event', besideItsLike: true },
  ],
  runs: 0,
  costly: true,
  probe: async ({ kind, besideItsLike }, session) => {
    const uuid = await disposable(session, kind);
    const before = await listBefore(session, uuid, besideItsLike);
    const answer = await deleteWebhook(session, uuid);
    let isThere = !answer.ok;
    try {
      const after = await listAfter(session, uuid, answer, before);
      const inOtherPages = await listNow(session.api, otherPageSize(before.total - 1));
      const first = readPage(await session.api.listWebhooks());
      const byItsUuid = await filteredBy(session, uuid);
      const again = await listNow(session.api);
      isThere = isListed(again, uuid);
      return {
        uuid: uuid.toLowerCase(),
        accepted: answer.ok,
        status: answer.status,
        before,
        after,
        quiet: isSameList(after, again) && (await standsStill(session, { uuid, before, after })),
        inOtherPages,
        withoutParameters: { total: first.total, records: first.data },
        byItsUuid,
        back: session.specimens.deletedWebhooks.filter((one) => isListed(after, one)),
      };
    } finally {
      forgetTheList(session);
      // One that was confirmed as deleted and is still there is no longer like one that nobody has touched.
      if (!answer.ok && isThere) session.specimens.giveBack('webhooks', uuid);
      else if (!isThere) session.specimens.deleted('webhook', uuid);
    }
  },
});

/** A webhook of some kind that may be deleted; any, where the owner's module makes none of that kind. */
async function disposable(session: Session, kind: Deletion['kind']): Promise<string> {
  const { state, specimens } = session;
  const target_url = `http://127.0.0.1:9/outreach-conformance-${state.id}/${kind.replace(' ', '-')}`;
  const made = async (event: string, request_method: string): Promise<string | null> =>
    specimens.makeWebhook({ event, request_method, target_url }).catch(nullWhereUnmet);
  if (kind === 'another method') {
    for (const method of ['PUT', 'GET', 'PATCH', 'DELETE']) {
      const uuid = await made(namedEvent, method);
      if (uuid !== null) return uuid;
    }
  }
  if (kind === 'another event') {
    const events = (await listNow(session.api.control)).records.map((record) => record['event']);
    const event = events.find((one) => typeof one === 'string' && one !== '' && one !== namedEvent);
    const uuid = typeof event === 'string' ? await made(event, 'POST') : null;
    if (uuid !== null) return uuid;
  }
  return specimens.disposableWebhook();
}

/** Whether a list that shows more than the deletion goes on as it is for a while: else others are at work. */
async function standsStill(
  session: Session,
  { uuid, before, after }: { readonly uuid: string; readonly before: ListNow; readonly after: ListNow },
): Promise<boolean> {
  const others = differencesOf(before, after).filter(
    ({ record }) => identityOf(record) !== uuid.toLowerCase(),
  );
  for (const pause of others.length === 0 ? [] : pausesWhereMoreChanged) {
    await wait(pause);
    if (!isSameList(after, await listNow(session.api.control))) return false;
  }
  return true;
}

function nullWhereUnmet(error: unknown): null {
  if (error instanceof Unmet) return null;
  throw error;
}

/** The uuids that a filter by one gives; null where the list takes no filter that is known. */
async function filteredBy(session: Session, uuid: string): Promise<readonly string[] | null> {
  const found = await filterPlacement.in(session);
  if (typeof found === 'string') return null;
  const request = filterRequest(found.placement, 'uuid', { form: 'scalar', value: uuid }, []);
  const page = pageIn((await session.api.listWebhooks(request)).json);
  return page === undefined ? null : page.data.map(identityOf);
}

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
  const made = await session.specimens.makeWebhook(like).catch(nullWhereUnmet);
  if (made !== null) await becomesListed(session, made).catch(nullWhereUnmet);
}

function toMake(record: JsonObject | undefined): WebhookToMake | null {
  const { event, request_method, target_url } = record ?? {};
  if (typeof event !== 'string' || typeof request_method !== 'string' || typeof target_url !== 'string')
    return null;
  return { event, request_method, target_url };
}

/** Deletes; a server that fails is asked again, unless it deleted all the same. */
async function deleteWebhook(session: Session, uuid: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await session.api.deleteWebhook(uuid);
    if (answer.status < 500 || tries === mostRefusals) return answer;
    await wait(200 * tries);
    if (isListed(await listNow(session.api.control), uuid)) continue;
    if (!isGatewayFailure(answer.status)) return answer;
    throw new Unmet(`a gateway failed while webhook ${uuid} was deleted`);
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
  unfilteredList.forget(session);
  knownWebhook.forget(session);
}
