/** Waits until the list shows the webhooks created to fill it: the description does not say how soon it does. */
import { eventually, Unmet } from '@outreach-api/engine';
import { listIsFilled } from '@outreach-api/model/bounds';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf, readPage } from '@outreach-api/model/records/page';
import { readList, recordsOf } from '@outreach-api/model/records/read-list';
import { canonicalUuid } from '@outreach-api/model/records/uuid';
import type { Session } from '../../session/session.ts';

const mostPages = 20;

/** The created webhooks, and the list before. */
export interface Filling {
  /** How many webhooks the list held before; null if its `total` was less than it showed, so that it counts nothing. */
  readonly before: number | null;
  /** The uuids of the created ones, in creation order. The first was seen in the list. */
  readonly made: readonly string[];
}

/** What the list finally shows. */
export interface FilledList {
  readonly records: readonly JsonObject[];
  /** Whether it showed all created webhooks on the first check. */
  readonly isPrompt: boolean;
}

/** What the list showed: `total` without parameters, and the uuids from a walk, in our own order. */
interface Shown {
  readonly total: number;
  readonly listed: readonly string[];
  records(): readonly JsonObject[];
}

/**
 * Waits until the list shows the created webhooks: all of them in a walk, and a `total` that counts them. A broken
 * list may never do so. So a list that shows some of them, in its records and its `total`, is waited for only while it
 * keeps changing; after that, or when time is up, it is for the rules to judge.
 *
 * @throws Unmet if the list keeps showing none of those created after the first: it is an outdated copy
 */
export async function untilShown(session: Session, { before, made }: Filling): Promise<FilledList> {
  let looks = 0;
  const missing = ({ listed }: Shown): number =>
    made.filter((uuid) => !listed.includes(canonicalUuid(uuid))).length;
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
    `${listIsFilled.forMs / 1000} s after \`provision\` created webhooks the list does not show them, so it proves nothing`,
  );
}

/** One of the envelopes may be wrong: then the list is not filled as it should be, but its records show. */
async function look({ api }: Session): Promise<Shown> {
  const { total } = readPage(await api.control.listWebhooks());
  const reading = await readList(api.control.list({ limit: 20 }), {
    doubtsEnvelopes: true,
    isEnough: ({ length }) => length === mostPages,
  });
  const records = new Map(recordsOf(reading).map((record) => [identityOf(record), record]));
  const all = [...records.values()];
  return { total, listed: [...records.keys()].toSorted(), records: () => all };
}
