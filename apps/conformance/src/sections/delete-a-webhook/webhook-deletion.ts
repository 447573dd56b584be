/** Deletes a disposable webhook between two reads of the whole list. */
import * as fc from 'fast-check';
import { whereUnmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { hasUuid, identityOf, type ListDifference } from '@outreach-api/model/records/page';
import { likeUuid } from '@outreach-api/model/records/like-uuid';
import { canonicalUuid, UuidSet } from '@outreach-api/model/records/uuid';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Session } from '../../session/session.ts';
import { namedEvent } from '../../session/fixtures.ts';
import { knownWebhook } from '../../account/known-webhook.ts';
import { lastKeyOf } from '../../account/first-key.ts';
import { firstKeyOfOwnTeam } from '../../account/own-team.ts';
import { deleteConcurrently, deleteInTurn, deleteWhileListed } from './delete-concurrently.ts';
import { filterPlacement } from '../filtering/filter-placement.ts';
import { listBefore } from './list-before.ts';
import { keepCounting, readsAfter, type WaysToLook } from './looks-after.ts';
import { madeOfAnotherMethod } from '../../account/other-method.ts';
import { otherEvent } from '../../account/other-event.ts';
import { isSteady } from '../../account/standstill.ts';
import { differencesOf, isListed, isSameList, type ListNow } from '@outreach-api/model/records/list-now';
import { isMet } from '../../target/needs.ts';
import type { DeletionSeen, RequestedDeletion } from './deletion-seen.ts';

/** Which webhook to delete. */
export interface Deletion {
  readonly round: number;
  /** How it differs from other disposable ones, if the owner's module can make such a webhook. */
  readonly kind: 'plain' | 'another method' | 'another event' | 'named in tests';
  /** Whether another with the same event, method and address is created first, if the owner's module can. */
  readonly withSimilarOne: boolean;
  /**
   * Set if two more disposable webhooks are deleted, as far as there are any: one at the same time, and one next. No list
   * is asked for in between.
   */
  readonly withOthers?: true;
  /** Set if the list is requested right before, so that the webhook is deleted while that is under way. */
  readonly whileListed?: true;
}

/** Also what means something in patterns, and in the languages of search engines and statements. */
const hardQuery = "?list=a&list=b%20c&it's=100%25&(a+b)=c*!~$x;y:@z";
/** Also the control of those that need a permitted deletion: it runs once. */
export const firstDeletion: Deletion = { round: 1, kind: 'plain', withSimilarOne: true, whileListed: true };
const early: Deletion = { round: 4, kind: 'named in tests', withSimilarOne: false };

export const webhookDeletion = defineExperiment<Deletion, DeletionSeen>({
  name: 'life-of-a-webhook',
  does: 'deletes a disposable webhook, and reads the list before and after',
  needs: ['deletes', 'disposableWebhook'],
  phase: 'delete',
  changes: ['webhooks'],
  given: fc.record({
    round: fc.integer({ min: 10, max: 99 }),
    kind: fc.constantFrom<Deletion['kind']>('plain', 'another method', 'another event'),
    withSimilarOne: fc.boolean(),
  }),
  first: [firstDeletion, { round: 2, kind: 'another method', withSimilarOne: true, withOthers: true }],
  runs: 0,
  costly: true,
  probe: async ({ kind, withSimilarOne, withOthers, whileListed }, session) => {
    // Determined while nothing changes: some copies of the list may lag behind creations and deletions.
    await filterPlacement.in(session);
    const uuid = await disposable(session, kind);
    const isForTests = kind === 'named in tests' || !isMet('newWebhook', session.target);
    if (isForTests && !session.state.account.tested.has(uuid)) await nameInTest(session, uuid);
    const others = withOthers === true ? await companions(session) : [];
    const like = withSimilarOne ? await itsLike(session, uuid) : null;
    const ways = waysToLook(kind, session);
    const { uuids, before, foundBefore } = await listBefore(session, { uuid, others, like }, ways);
    const deletions = await deleteThem(session, uuids, {
      // Not the one that looks afterwards: what is kept for it must outlast the deletion.
      by: kind === 'another method' ? await firstKeyOfOwnTeam(session) : null,
      // A count and a page of two need not be of one moment: a page that is full either way does not contradict it.
      whileListed: whileListed === true && before.total > 2,
    });
    await Promise.all([like === null ? null : deleteNone(session, like, kind), deleteAgain(session)]);
    let again: ListNow | null = null;
    try {
      const looks = await readsAfter(session, deletions, before, { ...ways, foundBefore });
      ({ again } = looks);
      leaveAlone(session, again);
      const more = differencesOf(before, looks.after).filter(
        ({ record }) => !uuids.some((one) => hasUuid(record, one)),
      );
      const quiet =
        isSameList(looks.after, again) &&
        (more.length === 0 || (await isSteady(session, looks.after))) &&
        (await keepCounting(session, looks, before.total - uuids.length));
      if (quiet) recordCollateralDeletions(session, more);
      return {
        ...looks,
        deletions: deletions.map((one) => ({ ...one, uuid: canonicalUuid(one.uuid) })),
        accepted: deletions.every((one) => one.accepted),
        before,
        quiet,
        lateChanges: [],
      };
    } finally {
      for (const one of deletions) settle(session, one, again);
    }
  },
});

/**
 * Between tests, so that delayed effects have time to show. Only if the owner's module creates webhooks: others are too
 * few to use up this early.
 */
export const earlyWebhookDeletion = defineExperiment<Deletion, DeletionSeen>({
  ...webhookDeletion,
  name: 'early-life-of-a-webhook',
  does: "deletes a webhook between tests, one that tests have named; only if the owner's module creates webhooks",
  needs: ['deletes', 'newWebhook'],
  phase: 'change',
  given: fc.constant(early),
  first: [early],
  probe: async (deletion, session) => {
    const seen = await webhookDeletion.probe(deletion, session);
    await Promise.all([
      ...seen.deletions.map(async ({ uuid }) => nameInTest(session, uuid)),
      // Later tests name another one. Made at once, it leaves the list as long as others know it.
      isMet('deliveries', session.target) ? knownWebhook.in(session) : null,
    ]);
    return seen;
  },
});

/** How to delete: with which other key, if any, and whether the list is requested right before. */
interface Manner {
  readonly by: Credential | null;
  readonly whileListed: boolean;
}

/** What another key is refused is deleted with the main key: whether a created key may delete is another matter. */
async function deleteThem(
  session: Session,
  uuids: readonly string[],
  { by, whileListed }: Manner,
): Promise<readonly RequestedDeletion[]> {
  const [uuid] = uuids;
  if (whileListed && uuid !== undefined && uuids.length === 1) return deleteWhileListed(session, uuid);
  if (by === null) return deleteAll(session, uuids);
  const all = await deleteAll(session.asking(by), uuids);
  const refused = all.filter(({ accepted }) => !accepted);
  const again = await deleteAll(
    session,
    refused.map((one) => one.uuid),
  );
  return [...all.filter((one) => !refused.includes(one)), ...again];
}

/** Deletes two at the same time, and the others next. */
async function deleteAll(session: Session, uuids: readonly string[]): Promise<readonly RequestedDeletion[]> {
  const together = await deleteConcurrently(session, uuids.slice(0, 2));
  return [...together, ...(await deleteInTurn(session, uuids.slice(2)))];
}

/** Other ways for each kind: an index or a cache of its own may still hold what was deleted. */
function waysToLook(kind: Deletion['kind'], session: Session): Omit<WaysToLook, 'foundBefore'> {
  const isOther = kind === 'another method';
  const key = isOther ? lastKeyOf(session) : null;
  const { api } = key === null ? session : session.asking(key);
  const isNamed = kind === 'named in tests';
  return {
    filter: isOther ? 'array' : isNamed ? 'uuid' : 'address',
    asker: api,
    isNewKey: key !== null,
    inOtherPages: !isNamed,
  };
}

/** Webhooks of the owner's that a deletion took along cannot be restored: the report must mention them. */
function recordCollateralDeletions(
  { fixtures, state }: Session,
  differences: readonly ListDifference[],
): void {
  const own = new UuidSet(fixtures.madeWebhooks);
  for (const { what, record } of differences)
    if (what === 'gone' && !own.has(identityOf(record)))
      state.ledger.add('lost webhook, which went when another was deleted', `uuid ${identityOf(record)}`);
}

/** Remembers what was created in this run and not deleted, as shown after the first deletion. */
function leaveAlone({ clock, fixtures, state }: Session, { records }: ListNow): void {
  state.account.undeletedWebhooks.sinceMs ??= clock.now();
  const made = new UuidSet(fixtures.madeWebhooks);
  for (const record of records) if (made.has(identityOf(record))) state.account.undeletedWebhooks.met(record);
}

/** One whose deletion was confirmed but that still exists is no longer like an untouched one. */
function settle({ fixtures }: Session, { uuid, accepted }: RequestedDeletion, again: ListNow | null): void {
  const seen = again === null ? 'unknown' : isListed(again, uuid) ? 'there' : 'gone';
  const isDeleted = fixtures.settle('webhook', uuid, seen);
  if (!accepted && !isDeleted) fixtures.giveBack('webhooks', uuid);
}

/**
 * A disposable webhook of the given kind; any kind, if the owner's module cannot make that one.
 *
 * @param ownQuery - sets the address of one of another event apart from the others
 */
async function disposable(session: Session, kind: Deletion['kind'], ownQuery = ''): Promise<string> {
  const { state, fixtures } = session;
  const target_url = `http://127.0.0.1:9/outreach-conformance-${state.id}/${kind.replace(' ', '-')}`;
  const made = async (event: string, request_method = 'POST', query = ''): Promise<string | null> =>
    fixtures
      .makeWebhook({ event, request_method, target_url: `${target_url}${query}` })
      .catch(whereUnmet(null));
  const tested = kind === 'named in tests' ? [...state.account.untested.values()].at(-1) : undefined;
  if (tested !== undefined) return tested.uuid;
  if (kind === 'another method') {
    const uuid = await madeOfAnotherMethod(async (method) => made(namedEvent, method, hardQuery));
    if (uuid !== null) return uuid;
  }
  if (kind === 'another event' || kind === 'named in tests') {
    const uuid = await made((await otherEvent(session)) ?? namedEvent, 'POST', ownQuery);
    if (uuid !== null) return uuid;
  }
  return fixtures.disposableWebhook();
}

/** Two more that may be deleted, each with an address of its own; one, if the owner's module cannot make them, and none if there is none. */
async function companions(session: Session): Promise<readonly string[]> {
  const most = isMet('newWebhook', session.target) ? 2 : 1;
  const found: string[] = [];
  while (found.length < most) {
    const query = `?${found.length + 1}`;
    const uuid = await disposable(session, 'another event', query).catch(whereUnmet(null));
    if (uuid === null) break;
    found.push(uuid);
  }
  return found;
}

/** Names it in a test: a service may not delete what its log refers to, or bring back what is gone. */
async function nameInTest(session: Session, uuid: string): Promise<void> {
  if (!isMet('deliveries', session.target) || session.state.budgets.left('deliveries') === 0) return;
  const { url } = (await session.receiver()).open('/named', 200);
  const test = { uuid, event: namedEvent, request_method: 'POST', target_url: url };
  await session.api.testWebhook(test).catch(whereUnmet(null));
}

/** Creates another with the same event, method and address; null if the owner's module cannot. */
async function itsLike({ fixtures }: Session, uuid: string): Promise<string | null> {
  const like = fixtures.madeAs.get(uuid);
  return like === undefined ? null : fixtures.makeWebhook(like).catch(whereUnmet(null));
}

/**
 * Requests the deletion of a webhook that was deleted before: whatever that is answered, nothing else goes with it. Not
 * of one that tests have named: it must not come back, which another deletion would hide.
 */
async function deleteAgain({ api, fixtures, state }: Session): Promise<void> {
  const earlier = fixtures.deletedWebhooks.findLast((uuid) => !state.account.tested.has(uuid));
  if (earlier !== undefined) await api.deleteWebhook(earlier).catch(whereUnmet(null));
}

/** Requests the deletion of a uuid that no webhook has, although that of one which must stay is like it. */
async function deleteNone(session: Session, uuid: string, kind: Deletion['kind']): Promise<void> {
  const likeness = kind === 'plain' ? 'another end' : 'another version';
  await session.api.deleteWebhook(likeUuid(uuid, likeness)).catch(whereUnmet(null));
}
