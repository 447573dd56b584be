/** Waits until the list shows the webhooks that were made to fill it: how soon it does is not said. */
import { listIsFilled } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { JsonObject } from '../../records/is-record.ts';
import { identityOf, pageIn, readPage } from '../../records/page.ts';
import type { Session } from '../../session/session.ts';

const mostPages = 20;

/** The webhooks that were made, and the list before. */
export interface Filling {
  /** How many webhooks the list held before; null where its `total` was less than it showed: it counts nothing. */
  readonly before: number | null;
  /** The uuids of those made, in the order of their making. The first was seen in the list. */
  readonly made: readonly string[];
}

/** What the list shows at last. */
export interface FilledList {
  readonly records: readonly JsonObject[];
  /** Whether it showed all that was made at the first look. */
  readonly isPrompt: boolean;
}

/** What the list showed: `total` without parameters, and the uuids of a walk, in an order of ours. */
interface Shown {
  readonly total: number;
  readonly listed: readonly string[];
  records(): readonly JsonObject[];
}

/**
 * Waits until the list shows what was made: all of them in a walk, and a `total` that counts them. A list that is
 * broken may never show that. So what shows some of them, in its records and its `total`, is waited for only as long
 * as it changes; then, or when the time is up, it is for the rules to judge.
 *
 * @throws Unmet where the list goes on showing none of those made after the first: it is that of an earlier moment
 */
export async function untilShown(session: Session, { before, made }: Filling): Promise<FilledList> {
  let looks = 0;
  const missing = ({ listed }: Shown): number =>
    made.filter((uuid) => !listed.includes(uuid.toLowerCase())).length;
  const hasRecords = (shown: Shown): boolean => made.length === 1 || missing(shown) < made.length - 1;
  const hasTotal = ({ total }: Shown): boolean => before === null || total > before + 1;
  const { shown, last } = await eventually(
    session.state,
    listIsFilled,
    async () => {
      looks += 1;
      return look(session);
    },
    (seen) => missing(seen) === 0 && (before === null || seen.total >= before + made.length),
    (seen) => hasRecords(seen) && hasTotal(seen),
  );
  if (shown || hasRecords(last) || hasTotal(last))
    return { records: last.records(), isPrompt: shown && looks === 1 };
  throw new Unmet(
    `${listIsFilled.forMs / 1000} s after \`provision\` made webhooks the list does not show them, so it tells nothing`,
  );
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
  const all = [...records.values()];
  return { total, listed: [...records.keys()].toSorted(), records: () => all };
}
