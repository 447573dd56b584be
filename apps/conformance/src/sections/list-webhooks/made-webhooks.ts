/** Has the owner's module create webhooks of several kinds, and checks whether the list shows them. */
import * as fc from 'fast-check';
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import type { MadeKind } from '../../rules/breaches/list-webhooks.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf } from '@outreach-api/model/records/page';
import { canonicalUuid } from '@outreach-api/model/records/uuid';
import { defineMaking } from '../../session/finding.ts';
import type { ListRequest } from '../../session/api-options.ts';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { knownPlacement } from '../filtering/filterable-fields.ts';
import { filterRequest } from '../filtering/filter-request.ts';
import type { WebhookToMake } from '../../session/provision-module.ts';
import { namedEvent } from '../../account/known-webhook.ts';
import { firstKey } from '../../account/first-key.ts';
import { isOfOwnTeam } from '../../account/own-team.ts';
import { largestPage } from '../../account/largest-page.ts';
import { listInPages, listNow } from '../../account/list-now.ts';
import { madeOfAnotherMethod } from '../../account/other-method.ts';
import { otherEvent } from '../../account/other-event.ts';
import { untilListed } from '../../account/until-listed.ts';
import type { MadeWebhook, MadeWebhooksSeen } from './webhooks-seen.ts';
import { hasUniqueUuids, isComplete, isListed, type ListNow } from '@outreach-api/model/records/list-now';

/** In pages of which size the list is asked for, or right after a list with a filter, then in the largest. */
type ListAsked = { readonly limit: number | null } | { readonly after: 'filter' };

/** Only what was created just now is known to exist: an earlier run may have deleted what the target file names. */
export const madeWebhooks = defineExperiment<ListAsked, MadeWebhooksSeen>({
  name: 'made-webhooks',
  does: 'reads the list in pages of one size, or after a list with a filter, after webhooks were created',
  needs: ['newWebhook'],
  // Before the first deletion: webhooks that it takes along are another matter (DEL-02).
  phase: 'refusal',
  changes: ['webhooks'],
  given: fc.record({ limit: fc.constantFrom(9, 13, 16) }),
  first: [{ limit: null }, { after: 'filter' }],
  runs: 0,
  costly: true,
  probe: async (asked, session) => {
    const all = await someWebhooks.in(session);
    const stillThere = session.fixtures.madeWebhooks;
    const ofOthers = stillThere.filter((uuid) => !all.some((one) => one.uuid === uuid));
    const made = [
      ...ofOthers.map((uuid): MadeWebhook => ({ kind: 'made for others', uuid })),
      ...all.filter(({ uuid }) => stillThere.includes(uuid)),
    ];
    const uuids = made.map(({ uuid }) => uuid);
    const { limit, list } = await ('after' in asked
      ? listAfterFilter(session, uuids)
      : listInFull(session, uuids, asked.limit));
    return seenIn(list, { made, limit, key: session.credential.name });
  },
});

/**
 * What a key lists that was just created: resources belong to a team, and a key is bound to one. Late, since by then
 * others have requested its list anyway.
 */
export const madeWebhooksByNewKey = defineExperiment<null, MadeWebhooksSeen>({
  name: 'made-webhooks-by-a-new-key',
  does: 'reads the list with a key that was just created, if it is of the team of a sender profile of the account',
  needs: ['newWebhook', 'createApiKeys', 'senderProfile'],
  phase: 'late',
  reads: ['webhooks', 'keys'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const { credential, created } = await firstKey.in(session);
    if (!(await isOfOwnTeam(created.record, session)))
      throw new Unmet('the newly created key may be of another team');
    const uuids = session.fixtures.madeWebhooks;
    if (uuids.length === 0) throw new Unmet('none of the webhooks that were created is left');
    const list = await listByNewKey(session.as(credential), uuids, session);
    const isShown = uuids.every((uuid) => isListed(list, uuid));
    if (!isShown && !isComplete(list))
      throw new Unmet('the list has another number of webhooks than its total (PAGE-05, PAGE-07)');
    // What the main key does not list either has gone meanwhile.
    const byMainKey = isShown ? list : await listNow(session, { find: uuids });
    const made = uuids
      .filter((uuid) => isListed(byMainKey, uuid))
      .map((uuid): MadeWebhook => ({ kind: 'made for others', uuid }));
    return seenIn(list, { made, limit: null, key: credential.name });
  },
});

/** @throws Unmet if the list shows a webhook twice */
function seenIn(
  list: ListNow,
  { made, ...asked }: Pick<MadeWebhooksSeen, 'made' | 'limit' | 'key'>,
): MadeWebhooksSeen {
  if (!hasUniqueUuids(list))
    throw new Unmet('the list shows one webhook twice, so another may be missing (PAGE-07, HOOK-03)');
  const { records } = list;
  return {
    ...asked,
    made: made.map(({ kind, uuid }) => ({ kind, uuid: canonicalUuid(uuid) })),
    listed: records.map(identityOf),
    pages: [records.map(withoutAbsent)],
  };
}

async function listByNewKey(api: Api, uuids: readonly string[], session: Session): Promise<ListNow> {
  const known = await listInPages(api, null, { find: uuids, recalls: true });
  if (uuids.every((uuid) => isListed(known, uuid))) return known;
  return untilListed(session, uuids, async () => listInPages(api, null, { find: uuids }));
}

/** A list, and in pages of which size it was read. */
interface ListRead {
  readonly limit: number | null;
  readonly list: ListNow;
}

async function listInFull(
  session: Session,
  uuids: readonly string[],
  limit: number | null,
): Promise<ListRead> {
  const look = async (): Promise<ListNow> => listInPages(session.api, limit, { find: uuids });
  return { limit, list: await untilListed(session, uuids, look) };
}

/**
 * Asks for a list with a filter that few records meet, and looks at the list, twice: another request of this run may have
 * come between. What was listed before is not waited for.
 *
 * @throws Unmet if it is not known where filters go
 */
async function listAfterFilter(session: Session, uuids: readonly string[]): Promise<ListRead> {
  const filtered = await filterOfOne(session, uuids);
  const limit = await largestPage.in(session);
  const lookAfter = async (): Promise<ListRead> => {
    await session.api.listWebhooks(filtered);
    return { limit, list: await listInPages(session.api, limit, { find: uuids }) };
  };
  const [one, other] = await Promise.all([lookAfter(), lookAfter()]);
  return uuids.every((uuid) => isListed(one.list, uuid)) ? other : one;
}

/** @throws Unmet if it is not known where filters go */
async function filterOfOne(session: Session, [uuid = '']: readonly string[]): Promise<ListRequest> {
  return filterRequest(await knownPlacement(session), 'uuid', { form: 'scalar', value: uuid }, []);
}

/** The documented fields that the record has. */
function withoutAbsent(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Created once, and listed in large pages if at all. */
export const someWebhooks = defineMaking(async (session: Session) => {
  const made = await makeSome(session);
  const uuids = made.map(({ uuid }) => uuid);
  await untilListed(session, uuids, async () => listNow(session, { find: uuids }));
  return made;
});

/** The plain one must be created; what the owner's module or the platform does not accept is skipped. */
async function makeSome(session: Session): Promise<readonly MadeWebhook[]> {
  const plain: WebhookToMake = {
    event: namedEvent,
    request_method: 'POST',
    target_url: `http://127.0.0.1:9/outreach-conformance-${session.state.id}/listed`,
  };
  // While the list is still as read before.
  const event = await otherEvent(session);
  const uuid = await session.fixtures.makeWebhook(plain);
  if (uuid === null) throw new Unmet('no webhook is known to exist (`provision` with createWebhook)');
  const made: MadeWebhook[] = [{ kind: 'plain', uuid }];
  const add = async (kind: MadeKind, webhook: WebhookToMake): Promise<string | null> => {
    const another = await session.fixtures.makeWebhook(webhook).catch(whereUnmet(null));
    if (another !== null) made.push({ kind, uuid: another });
    return another;
  };
  await madeOfAnotherMethod(async (request_method) => {
    const target_url = `${plain.target_url}-${request_method.toLowerCase()}`;
    return add('another method', { ...plain, request_method, target_url });
  });
  if (event !== null)
    await add('an event of the list', { ...plain, event, target_url: `${plain.target_url}-event` });
  await add('the same address again', plain);
  return made;
}
