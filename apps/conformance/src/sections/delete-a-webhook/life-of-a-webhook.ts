/** Deletes a disposable webhook between two reads of the whole list. */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { isFoundAgain } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { Disturbed, Unmet, whereUnmet } from '../../engine/unmet.ts';
import { hasUuid, identityOf, type ListDifference } from '../../records/page.ts';
import { likeUuid } from '../../records/like-uuid.ts';
import { canonicalUuid, UuidSet } from '../../records/uuid.ts';
import type { Session } from '../../session/session.ts';
import { textOf } from '../../texts/text-of.ts';
import { namedEvent } from '../../session/fixtures.ts';
import { listWith } from '../../account/known-webhook.ts';
import { listNow } from '../../account/list-now.ts';
import { foundUnder } from './found-after.ts';
import { deleteConcurrently } from './delete-concurrently.ts';
import { filterPlacement } from '../filtering/filter-placement.ts';
import { keepCounting, readsAfter, type RequestedDeletion, type WaysToLook } from './looks-after.ts';
import { otherEvent } from '../../account/other-event.ts';
import { standsStill } from '../../account/standstill.ts';
import { differencesOf, isListed, isSameList, hasUniqueUuids, type ListNow } from '../../records/list-now.ts';
import type { DeletionSeen } from './deletion-seen.ts';

/** A webhook, and the list with it. */
interface Listed {
  readonly uuid: string;
  readonly list: ListNow;
}

/** Which webhook to delete. */
export interface Deletion {
  readonly round: number;
  /** How it differs from other disposable ones, if the owner's module can make such a webhook. */
  readonly kind: 'plain' | 'another method' | 'another event' | 'named in tests';
  /** Whether another with the same event, method and address is created first, if the owner's module can. */
  readonly besideItsLike: boolean;
  /** Set if another disposable webhook is deleted at the same time, if there is one. */
  readonly together?: boolean;
}

const early: Deletion = { round: 4, kind: 'named in tests', besideItsLike: false };

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
    { round: 2, kind: 'plain', besideItsLike: false, together: true },
    { round: 3, kind: 'another method', besideItsLike: true },
  ],
  runs: 0,
  costly: true,
  probe: async ({ kind, besideItsLike, together }, session) => {
    // Determined while nothing changes: some copies of the list may lag behind creations and deletions.
    await filterPlacement.in(session);
    const uuid = await disposable(session, kind);
    const companion = together === true ? await companionOf(session) : null;
    const like = besideItsLike ? await withItsLike(session, uuid) : null;
    const later = like?.list ?? companion?.list ?? null;
    const latest = later !== null && isListed(later, uuid) ? later : await listWith(session, uuid);
    if (latest === null)
      throw new Unmet(`the disposable webhook ${uuid} is not listed: did an earlier run delete it?`);
    const listed = await listBefore(session, companion === null ? [uuid] : [uuid, companion.uuid], latest);
    const ways = waysToLook(kind, companion);
    // What it finds now, a cache may keep.
    await foundUnder(session, uuid, ways.filter, listed);
    const all = await deleteConcurrently(session, uuid, companion?.uuid ?? null);
    if (like !== null) await deleteNone(session, like.uuid, kind);
    let again: ListNow | null = null;
    try {
      const { asked, looks } = await readsAfter(session, all, listed, ways);
      ({ again } = looks);
      const others = all.filter((one) => one !== asked && !isListed(looks.after, one.uuid));
      const before = withoutThese(listed, others);
      const isStill = isSameList(looks.after, again);
      leaveAlone(session, again);
      const quiet =
        isStill &&
        (!isMore(before, looks.after, asked.uuid) || (await standsStill(session, looks.after))) &&
        (await keepCounting(session, looks, listed.total - all.length));
      if (quiet) recordCollateralDeletions(session, differencesOf(before, looks.after), asked.uuid);
      return {
        ...looks,
        uuid: canonicalUuid(asked.uuid),
        accepted: asked.answer.ok,
        status: asked.answer.status,
        before,
        quiet,
        lateChanges: [],
      };
    } finally {
      for (const one of all) settle(session, one, again);
    }
  },
});

/**
 * The same before other deletions, once lists were read and tests sent, so that delayed effects have time to show.
 * Only if the owner's module creates the webhook: others are too few to use up this early.
 */
export const earlyLifeOfAWebhook = defineExperiment<Deletion, DeletionSeen>({
  ...lifeOfAWebhook,
  name: 'early-life-of-a-webhook',
  phase: 'change',
  given: fc.constant(early),
  first: [early],
  probe: async (deletion, session) => {
    if (session.target.provision === null)
      throw new Unmet(
        'webhooks are deleted early only if they are created for this (`provision` with createWebhook)',
      );
    return lifeOfAWebhook.probe(deletion, session);
  },
});

/** Other ways for each kind: an index or a cache of its own may still hold what was deleted. */
function waysToLook(kind: Deletion['kind'], companion: unknown): WaysToLook {
  const isOther = kind === 'another method';
  return { filter: isOther ? 'array' : companion === null ? 'uuid' : 'address', withNewKey: isOther };
}

/** Webhooks of the owner's that a deletion took along cannot be restored: the report must mention them. */
function recordCollateralDeletions(
  { fixtures, state }: Session,
  differences: readonly ListDifference[],
  deleted: string,
): void {
  const own = new UuidSet([...fixtures.madeWebhooks, deleted]);
  for (const { what, record } of differences)
    if (what === 'gone' && !own.has(identityOf(record)))
      state.ledger.add('lost webhook, which went when another was deleted', `uuid ${identityOf(record)}`);
}

/** Remembers what was created in this run and not deleted, as shown after the first deletion. */
function leaveAlone({ clock, fixtures, state }: Session, { records }: ListNow): void {
  state.account.leftAlone.sinceMs ??= clock.now();
  const made = new UuidSet(fixtures.madeWebhooks);
  for (const record of records) if (made.has(identityOf(record))) state.account.leftAlone.met(record);
}

/** One whose deletion was confirmed but that still exists is no longer like an untouched one. */
function settle({ fixtures }: Session, { uuid, answer }: RequestedDeletion, again: ListNow | null): void {
  const seen = again === null ? 'unknown' : isListed(again, uuid) ? 'there' : 'gone';
  const isDeleted = fixtures.settle('webhook', uuid, seen);
  if (!answer.ok && !isDeleted) fixtures.giveBack('webhooks', uuid);
}

/** A disposable webhook of the given kind; any kind, if the owner's module cannot make that one. */
async function disposable(session: Session, kind: Deletion['kind']): Promise<string> {
  const { state, fixtures } = session;
  const target_url = `http://127.0.0.1:9/outreach-conformance-${state.id}/${kind.replace(' ', '-')}`;
  const made = async (event: string, request_method: string): Promise<string | null> =>
    fixtures.makeWebhook({ event, request_method, target_url }).catch(whereUnmet(null));
  const tested = kind === 'named in tests' ? [...state.account.untested.values()].at(-1) : undefined;
  if (tested !== undefined) return textOf(tested.record['uuid']);
  if (kind === 'another method') {
    for (const method of ['PUT', 'GET', 'PATCH', 'DELETE']) {
      const uuid = await made(namedEvent, method);
      if (uuid !== null) return uuid;
    }
  }
  if (kind === 'another event' || kind === 'named in tests') {
    const event = await otherEvent(session);
    const uuid = event === null ? null : await made(event, 'POST');
    if (uuid !== null) return uuid;
  }
  return fixtures.disposableWebhook();
}

/** Whether more changed than the deletion explains. */
function isMore(before: ListNow, after: ListNow, uuid: string): boolean {
  return differencesOf(before, after).some(({ record }) => !hasUuid(record, uuid));
}

/**
 * Another disposable webhook, with a different address and event if the owner's module can make it; null if there is
 * none.
 */
async function companionOf(session: Session): Promise<Listed | null> {
  const { state, fixtures } = session;
  const target_url = `http://127.0.0.1:9/outreach-conformance-${state.id}/companion`;
  const others = state.account.leftAlone.records.map(({ event }) => textOf(event));
  const event = others.find((one) => one !== '' && one !== namedEvent) ?? namedEvent;
  const made = { event, request_method: 'POST', target_url };
  const uuid =
    (await fixtures.makeWebhook(made).catch(whereUnmet(null))) ??
    (await fixtures.disposableWebhook().catch(whereUnmet(null)));
  const list = uuid === null ? null : await listWith(session, uuid);
  return uuid === null || list === null ? null : { uuid, list };
}

/** The list before the deletion, once it has been seen unchanged. */
async function listBefore(session: Session, uuids: readonly string[], seen: ListNow): Promise<ListNow> {
  const look = async (): Promise<ListNow> => listNow(session, { around: uuids });
  // Some copies of the list may not have the latest webhook yet.
  const isAsSeen = (list: ListNow): boolean => isSameList(list, seen);
  const { shown, last: before } = await eventually(session.state, isFoundAgain, look, isAsSeen);
  const lost = uuids.find((uuid) => !isListed(before, uuid));
  if (lost !== undefined)
    throw new Unmet(`the disposable webhook ${lost} is no longer listed after another was created (HOOK-02)`);
  if (!hasUniqueUuids(before))
    throw new Unmet('the list shows webhooks twice (PAGE-07, HOOK-03), so it is unknown what is missing');
  if (shown || isSameList(before, await look())) return before;
  for (const uuid of uuids) session.fixtures.giveBack('webhooks', uuid);
  throw new Disturbed('another client changed the list of webhooks');
}

/**
 * Creates another with the same event, method and address. Resolves to the list with it; null if the owner's module
 * cannot.
 */
async function withItsLike(session: Session, uuid: string): Promise<Listed | null> {
  const like = session.fixtures.madeAs.get(uuid);
  if (like === undefined) return null;
  const made = await session.fixtures.makeWebhook(like).catch(whereUnmet(null));
  const list = made === null ? null : await listWith(session, made).catch(whereUnmet(null));
  return made === null || list === null ? null : { uuid: made, list };
}

/** Requests the deletion of a uuid that no webhook has, although that of one which must stay is like it. */
async function deleteNone(session: Session, uuid: string, kind: Deletion['kind']): Promise<void> {
  const likeness = kind === 'plain' ? 'another end' : 'another version';
  await session.api.deleteWebhook(likeUuid(uuid, likeness)).catch(whereUnmet(null));
}

/** The list without the webhooks that were deleted along with it. */
function withoutThese({ total, records, ...list }: ListNow, deleted: readonly RequestedDeletion[]): ListNow {
  const left = records.filter((record) => !deleted.some(({ uuid }) => hasUuid(record, uuid)));
  return { ...list, total: total - deleted.length, records: left };
}
