/** Waits until the list shows the webhooks that were made to fill it: how soon it does is not said. */
import { isDeepStrictEqual } from 'node:util';
import { Unmet } from '../engine/unmet.ts';
import type { JsonObject } from '../records/is-record.ts';
import { identityOf, pageIn, readPage } from '../records/page.ts';
import type { Session } from '../session/session.ts';

/** A cache or an index may be so far behind. */
const patienceMs = 30_000;
/** A list that shows some of them, and no more for so long, is taken to be all that comes. */
const unchangedMs = 3000;
const mostPages = 20;

/** The webhooks that were made, and the list before. */
export interface Filling {
  /** How many webhooks the list held before. */
  readonly before: number;
  /** The uuids of those made, in the order of their making. The first was seen in the list. */
  readonly made: readonly string[];
}

/** What the list showed: `total` without parameters, and the records of a walk. */
interface Shown {
  readonly total: number;
  readonly records: readonly JsonObject[];
}

/**
 * Waits until the list shows what was made: all of them in a walk, and a `total` that counts them. A list that is
 * broken may never show that. So what shows some of them, in its records and its `total`, is waited for only as long
 * as it changes; then, or when the time is up, it is for the rules to judge.
 *
 * @returns the records of the list
 * @throws Unmet where the list goes on showing none of those made after the first: it is that of an earlier moment
 */
export async function untilShown(
  session: Session,
  { before, made }: Filling,
): Promise<readonly JsonObject[]> {
  const until = session.clock.now() + patienceMs;
  let last: unknown;
  let since = session.clock.now();
  for (let pause = 50; ; pause = Math.min(2000, pause * 1.6)) {
    const { total, records } = await look(session);
    const listed = records.map((record) => identityOf(record)).toSorted();
    const seen = { total, listed };
    if (!isDeepStrictEqual(seen, last)) since = session.clock.now();
    last = seen;
    const missing = made.filter((uuid) => !listed.includes(uuid.toLowerCase())).length;
    if (missing === 0 && total >= before + made.length) return records;
    const hasRecords = made.length === 1 || missing < made.length - 1;
    const hasTotal = total > before + 1;
    if (hasRecords && hasTotal && session.clock.now() - since > unchangedMs) return records;
    if (session.clock.now() > until) {
      if (hasRecords || hasTotal) return records;
      throw new Unmet(
        `${patienceMs / 1000} s after \`provision\` made webhooks the list does not show them, so it tells nothing`,
      );
    }
    await session.clock.wait(pause);
  }
}

/** Reads the list until a page brings nothing new, whatever the envelopes say: one of them may be wrong. */
async function look({ api, state }: Session): Promise<Shown> {
  const { total } = readPage(await api.control.listWebhooks());
  const records = new Map<string, JsonObject>();
  for (let pages = 0, offset = 0; pages < mostPages && !state.stop.aborted; pages += 1) {
    const query: [string, string][] = [
      ['limit', '20'],
      ['offset', String(offset)],
    ];
    const answer = await api.control.listWebhooks({ query });
    const page = answer.ok ? pageIn(answer.json) : undefined;
    const known = records.size;
    for (const record of page?.data ?? []) records.set(identityOf(record), record);
    if (page === undefined || records.size === known) break;
    offset += page.data.length;
    if (page.data.length < page.limit && offset >= page.total) break;
  }
  return { total, records: [...records.values()] };
}
