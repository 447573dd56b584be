/** Creates webhooks before the list is judged, if it is too short or too uniform to reveal defects. */
import { eventually, Unmet } from '@outreach-api/engine';
import { firstIsListed } from '@outreach-api/model/bounds';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { pageIn } from '@outreach-api/model/records/page';
import { mustHaveAllPages, readList, recordsOf, type PagedList } from '@outreach-api/model/records/read-list';
import type { Session } from '../../session/session.ts';
import { namedEvent } from '../../session/fixtures.ts';
import type { WebhookToMake } from '../../session/provision-module.ts';
import { isMet } from '../../target/needs.ts';
import { untilFound } from './filled-list-found.ts';
import { untilShown } from './filled-list-shown.ts';
import { listNow } from '../../account/list-now.ts';
import { isListed } from '@outreach-api/model/records/list-now';

/** More than one page of the default size, and enough of each kind to filter by. */
const enough = 25;
/** At least this many are created: one of each kind, and some duplicates. */
const leastMade = 6;
const pagesRead = 3;
/** A list that shows the webhook created last may not yet show every one before it. */
const settledAfterMs = 1200;
/** One lagging copy out of two is missed in one run out of 64; and the list has shown all on each earlier check. */
const readingsAtOnce = 6;
const otherEvents = ['contact_replied', 'contact_enriched', 'contact_exported'];
const otherMethods = ['PUT', 'GET', 'PATCH', 'DELETE'];

/** What is known of the list before anything is created. */
interface ListBefore {
  readonly total: number;
  /** Its first records. */
  readonly records: readonly JsonObject[];
  /** Where the pages begin that they were read from. */
  readonly offsets: readonly number[];
}

/** Webhooks that were created. */
interface Made {
  readonly uuids: readonly string[];
  /** Whether the list showed the first of them on the first check. */
  readonly isPrompt: boolean;
}

/**
 * Fills the list of webhooks up to 25 through the owner's module, with equal and different values in each field and a
 * URL that is hard to send. The ledger removes them at the end: if that is not allowed, none is created.
 *
 * @throws Unmet if the list is too short or too uniform, and none may or can be created
 */
export async function fillList(session: Session): Promise<void> {
  const before = await listBefore(session);
  const missing = Math.max(enough - before.total, isVaried(before.records) ? 0 : leastMade);
  const lacksHardUrl = !hasHardUrl(before.records);
  const mayMake = isMet('deletes', session.target);
  // Such an account reveals enough without that URL.
  if (missing === 0 && !(lacksHardUrl && mayMake)) return;
  const short = `the account has ${before.total} webhooks, too few or too similar to reveal more`;
  if (!mayMake)
    throw new Unmet(
      `${short}; with \`provision\` and \`allow.deletes\` the suite creates some, and removes them`,
    );
  const made = missing === 0 ? await makeHardUrl(session) : await makeKinds(session, before, missing);
  if (made === null)
    throw new Unmet(`${short}; \`provision\` with createWebhook would let the suite create some`);
  const { uuids } = made;
  if (uuids.length === 0) return;
  const isCounted = before.records.length <= before.total;
  const listed = await untilShown(session, { before: isCounted ? before.total : null, made: uuids });
  const isFoundAtOnce = await untilFound(session, listed.records, uuids);
  const isPrompt = made.isPrompt && listed.isPrompt && isFoundAtOnce;
  if (isPrompt && (await isShownThroughout(session, before, uuids.length))) return;
  await session.clock.wait(settledAfterMs);
}

/**
 * Whether the created webhooks show in each of several concurrent reads, which take different routes to the target,
 * and also in pages read before: if the list showed all at once, no copy needs to be waited for.
 */
async function isShownThroughout(
  session: Session,
  { total, offsets }: ListBefore,
  made: number,
): Promise<boolean> {
  const { controls } = session.state.liveness;
  const { control } = session.api;
  const list = listAsFirstRead(session);
  const readings = [
    ...Array.from({ length: readingsAtOnce }, async (_, at) => list.at(offsets[at % offsets.length] ?? 0)),
    ...controls.map(async ({ path }) => control.get(path)),
  ];
  return (await Promise.all(readings)).every((answer) => {
    const page = pageIn(answer?.json);
    return page === undefined ? answer?.ok !== true : page.total >= total + made;
  });
}

function listAsFirstRead({ api }: Session): PagedList {
  return api.control.list({ opensBare: true });
}

async function listBefore(session: Session): Promise<ListBefore> {
  const reading = await readList(listAsFirstRead(session), {
    isEnough: (pages) => {
      const records = recordsOf({ pages });
      return pages.length === pagesRead || (isVaried(records) && hasHardUrl(records));
    },
  });
  mustHaveAllPages(reading);
  const { pages } = reading;
  const offsets = pages.map(({ after }) => after);
  return { total: pages.at(-1)?.total ?? 0, records: recordsOf(reading), offsets };
}

/** Whether each field has several values, one of them in more than one record (except `uuid`). */
function isVaried(records: readonly JsonObject[]): boolean {
  return ['event', 'request_method', 'target_url'].every((field) => {
    const values = records.map((record) => record[field]);
    const distinct = new Set(values);
    return distinct.size > 1 && distinct.size < values.length;
  });
}

/** Whether a URL contains what breaks when it is escaped twice or not at all. */
function hasHardUrl(records: readonly JsonObject[]): boolean {
  return records.some(({ target_url }) => typeof target_url === 'string' && /['%+]/.test(target_url));
}

function baseOf({ state }: Session): string {
  return `http://127.0.0.1:9/outreach-conformance-${state.id}`;
}

/** What has to be escaped in a query or a pattern: first a URL with something that a target need not accept there. */
function hardUrls(session: Session): readonly string[] {
  const base = baseOf(session);
  return [`${base}/it's_é"100%25 x?a=b&c=d+e&f=$1`, `${base}/it's_100%25?a=b&c=d+e&f=$1`];
}

/** Creates that one webhook; none if that is not possible. */
async function makeHardUrl(session: Session): Promise<Made> {
  const made: string[] = [];
  await firstAccepted(hardUrls(session), async (target_url) => {
    const webhook = { event: namedEvent, request_method: 'POST', target_url };
    made.push(...[(await session.fixtures.makeWebhook(webhook)) ?? []].flat());
  });
  const [uuid] = made;
  const isPrompt = uuid === undefined || (await isListedAtOnce(session, uuid));
  return { uuids: made, isPrompt };
}

/** Creates this many webhooks of several kinds; null if the owner's module can create none. */
async function makeKinds(session: Session, { records }: ListBefore, missing: number): Promise<Made | null> {
  const base = baseOf(session);
  const plain: WebhookToMake = {
    event: namedEvent,
    request_method: 'POST',
    target_url: `${base}/shared`,
  };
  const made: string[] = [];
  const make = async (webhook: WebhookToMake): Promise<void> => {
    const uuid = await session.fixtures.makeWebhook(webhook);
    if (uuid !== null) made.push(uuid);
  };
  await make(plain);
  const [first] = made;
  if (first === undefined) return null;
  const isPrompt = await isListedAtOnce(session, first);
  const listed = records.map((record) => record['event']).filter((event) => typeof event === 'string');
  const events = [...listed, ...otherEvents].filter((event) => event !== '' && event !== namedEvent);
  const another = {
    event: await firstAccepted([...new Set(events)].slice(0, 4), async (event) =>
      make({ ...plain, event, target_url: `${base}/event` }),
    ),
    request_method: await firstAccepted(otherMethods, async (request_method) =>
      make({ ...plain, request_method, target_url: `${base}/method` }),
    ),
    target_url: await firstAccepted(hardUrls(session), async (target_url) => make({ ...plain, target_url })),
  };
  for (let index = made.length; index < missing; index += 1) {
    await make({
      event: (index % 3 === 1 ? another.event : null) ?? plain.event,
      request_method: (index % 4 === 2 ? another.request_method : null) ?? plain.request_method,
      target_url: index % 5 === 0 ? plain.target_url : `${base}/${index}`,
    });
  }
  return { uuids: made, isPrompt };
}

/** The first of some values that a webhook could be created with; null if none is accepted. */
async function firstAccepted(
  values: readonly string[],
  make: (value: string) => Promise<unknown>,
): Promise<string | null> {
  for (const value of values) {
    try {
      await make(value);
      return value;
    } catch (error) {
      if (!(error instanceof Unmet)) throw error;
    }
  }
  return null;
}

/**
 * Checks for a while: how soon the list shows what the owner's module creates is not specified.
 *
 * @returns whether it shows on the first check
 * @throws Unmet if it does not show
 */
async function isListedAtOnce(session: Session, uuid: string): Promise<boolean> {
  let looks = 0;
  const { shown } = await eventually(
    session.state,
    firstIsListed,
    async () => {
      looks += 1;
      return listNow(session, { find: [uuid] });
    },
    (list) => isListed(list, uuid),
  );
  if (shown) return looks === 1;
  throw new Unmet('a webhook that `provision` created is not listed, so no more were created');
}
