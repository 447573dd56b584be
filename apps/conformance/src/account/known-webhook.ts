/** Finds one webhook that exists and may be named in tests: made by the owner's module, or a disposable fixture. */
import { isDeepStrictEqual } from 'node:util';
import { Unmet } from '@outreach-api/engine';
import { hasUuid } from '@outreach-api/model/records/page';
import type { Mailbox } from '@outreach-api/wire/receiver';
import { defineMaking } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { namedEvent } from '../session/fixtures.ts';
import { listNow } from './list-now.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { madeOfAnotherMethod } from './other-method.ts';
import { untilListed } from './until-listed.ts';
import { isListed, type ListNow } from '@outreach-api/model/records/list-now';

export { namedEvent };

/** A webhook that is listed. */
export interface KnownWebhook {
  /** As its owner writes it. */
  readonly uuid: string;
  readonly event: string;
  /** The stored record, as listed. */
  readonly record: JsonObject;
  /** Where calls to its stored target arrive; null if that target is not ours. */
  readonly stored: Mailbox | null;
}

/**
 * A webhook of the account that may be named in tests; null if there is none. A test that is wrongly stored would
 * overwrite it, so only webhooks that the owner released for that are used.
 */
export const knownWebhook = defineMaking(
  async (session: Session): Promise<KnownWebhook | null> => {
    return (await madeBefore(session)) ?? (await madeWebhook(session)) ?? listedFixture(session);
  },
  // Also of those that a list still shows: it may be kept.
  ({ state }) => state.confirmedDeletions.size,
);

/** Whether a webhook is listed: see {@link listWith}. */
export async function becomesListed(session: Session, uuid: string): Promise<boolean> {
  return (await listWith(session, uuid)) !== null;
}

/**
 * The list that shows a webhook; null if it does not. If the owner's module made the webhook, this waits: the
 * description does not say how soon it must be listed.
 *
 * @throws Unmet if the list cannot be read
 */
export async function listWith(session: Session, uuid: string): Promise<ListNow | null> {
  const look = async (): Promise<ListNow> => listNow(session, { find: [uuid] });
  const wasMade = session.fixtures.madeWebhooks.includes(uuid);
  const list = wasMade ? await untilListed(session, [uuid], look) : await look();
  return isListed(list, uuid) ? list : null;
}

/**
 * Another webhook that may be named in tests, of POST, after a test was refused that named one of another method; null if
 * none can be made. Tests name it, or others of POST, from now on.
 */
export async function knownOfPost(session: Session): Promise<KnownWebhook | null> {
  session.state.account.namesOnlyPost = true;
  const known = await knownWebhook.again(session);
  return known !== null && isOfPost(known) ? known : null;
}

/** Whether POST is the method that is stored. */
export function isOfPost({ record }: Pick<KnownWebhook, 'record'>): boolean {
  return record['request_method'] === 'POST';
}

/** The one made last, if it is still listed unchanged: others were deleted since. */
async function madeBefore(session: Session): Promise<KnownWebhook | null> {
  const { untested, namesOnlyPost } = session.state.account;
  const last = [...untested].findLast(([, one]) => !namesOnlyPost || isOfPost(one));
  if (last === undefined) return null;
  const [identity, { uuid, record, stored }] = last;
  const { records } = await listNow(session, { find: [identity], recalls: true });
  const listed = records.find((one) => hasUuid(one, identity));
  const isAsItWas = listed !== undefined && isDeepStrictEqual(listed, record);
  return isAsItWas ? { uuid, event: namedEvent, record, stored } : null;
}

/**
 * The first is of another method than POST, if one can be made: it is also the first that is deleted. Not so where tests
 * may not name such a one.
 */
async function madeWebhook(session: Session): Promise<KnownWebhook | null> {
  const stored = (await session.receiver()).open('/stored', 208);
  try {
    const make = async (request_method: string): Promise<string | null> =>
      session.fixtures.makeWebhook({ event: namedEvent, request_method, target_url: stored.url });
    const { untested, namesOnlyPost } = session.state.account;
    const isOther = untested.size === 0 && !namesOnlyPost;
    const uuid = (isOther ? await madeOfAnotherMethod(make) : null) ?? (await make('POST'));
    const list = uuid === null ? null : await listWith(session, uuid);
    const record = list?.records.find((one) => hasUuid(one, uuid ?? ''));
    if (uuid === null || record === undefined) return null;
    untested.set(uuid, { uuid, record, stored });
    return { uuid, event: namedEvent, record, stored };
  } catch (error) {
    if (error instanceof Unmet) return null;
    throw error;
  }
}

async function listedFixture(session: Session): Promise<KnownWebhook | null> {
  const { confirmedDeletions } = session.state;
  const fixtures = session.target.fixtures.disposableWebhooks.filter((uuid) => !confirmedDeletions.has(uuid));
  if (fixtures.length === 0) return null;
  const { records } = await listNow(session, { find: fixtures.slice(0, 1) });
  const all = records.flatMap((record) =>
    fixtures.filter((uuid) => hasUuid(record, uuid)).map((uuid) => ({ uuid, record })),
  );
  const found = all.find((one) => isOfPost(one) && one.record['event'] === namedEvent) ?? all[0];
  if (found === undefined) return null;
  const { event } = found.record;
  return {
    ...found,
    event: typeof event === 'string' && event !== '' ? event : namedEvent,
    stored: null,
  };
}
