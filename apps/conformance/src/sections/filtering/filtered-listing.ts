/** Reads the whole answer to a filter, whatever its envelopes say. */
import { Unmet } from '@outreach-api/engine';
import { identityOf, readPage, type Page, alwaysAcceptedLimit } from '@outreach-api/model/records/page';
import type { Session } from '../../session/session.ts';
import type { FilterPlacement } from '../../target/target.ts';
import type { Condition } from './condition.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { UnfilteredList } from '../../account/unfiltered-list.ts';
import type { FilteredListing } from './filter-seen.ts';
import { filterRequest } from './filter-request.ts';

const contradiction = 'the pages of a filtered list contradict each other (FILT-08)';

/** What is known of the unfiltered list. */
type Known = Pick<UnfilteredList, 'pageSize' | 'records' | 'order'>;

/** What was left out of an answer: this many records, after this many of those that were read. */
interface Gap {
  readonly at: number;
  readonly length: number;
  /** Whether the answer has as many records as its `total` says. */
  readonly isComplete: boolean;
}

/** An answer to a filter, and what of it was not read; null if all was. */
export interface FilteredAnswer extends FilteredListing {
  readonly gap: Gap | null;
}

/**
 * The answer to a filter. For a long list, only what it says about the records that filters are judged by: those of
 * the list's first and last pages.
 *
 * @param isFresh - whether pages requested before are ignored
 * @throws Unmet as {@link readAnswer}
 */
export async function readFiltered(
  session: Session,
  placement: FilterPlacement,
  field: string,
  condition: Condition,
  list: Known,
  isFresh = false,
): Promise<FilteredListing> {
  const { accepted, status, ids, gap } = await readAnswer(
    session,
    placement,
    field,
    condition,
    list,
    isFresh,
  );
  if (gap?.isComplete === false) throw new Unmet(contradiction);
  return { accepted, status, ids: ofTheList(ids, list) };
}

/** The records of an answer that the judged list contains: a long list is not judged as a whole. */
export function ofTheList(ids: readonly string[], { records, order }: Known): readonly string[] {
  if (order === null) return ids;
  const known = new Set(records.map(identityOf));
  return ids.filter((id) => known.has(id));
}

/**
 * Requests the filtered list, page after page. Whether the pages and `total` are right is another question (FILT-08),
 * so it continues while anything in an envelope suggests more, up to the end of the unfiltered list. If many records
 * of a long list come, only both ends are read.
 *
 * @param isFresh - whether pages requested before are ignored
 * @throws Unmet if an accepted answer is not an envelope, if two pages contradict each other, or if a page falls short
 * of a limit that is always accepted
 */
export async function readAnswer(
  session: Session,
  placement: FilterPlacement,
  field: string,
  condition: Condition,
  list: Known,
  isFresh = false,
): Promise<FilteredAnswer> {
  const { pageSize, records, order } = list;
  const ids: string[] = [];
  let status = 0;
  let total: number | null = null;
  const ask = async (offset: number): Promise<Answer> => {
    const window = [
      ['limit', String(pageSize)],
      ['offset', String(offset)],
    ] as const;
    const request = filterRequest(placement, field, condition, window);
    return isFresh ? session.api.listWebhooks(request) : session.api.pageOfList(request);
  };
  const longest = order?.length ?? records.length;
  for (let offset = 0, more = true, size = pageSize; more; offset += size) {
    const answer = await ask(offset);
    if (offset === 0) {
      status = answer.status;
      const smaller = { ...list, pageSize: alwaysAcceptedLimit };
      if (!answer.ok && pageSize > alwaysAcceptedLimit)
        return readAnswer(session, placement, field, condition, smaller, isFresh);
      if (!answer.ok) return { accepted: false, status, ids: [], gap: null };
    } else if (!answer.ok) break;
    const page = readPage(answer);
    if (offset === 0 && order !== null && isMore(page, list))
      return { accepted: true, status, ...(await endsOf(page, list, ask)) };
    total ??= page.total;
    if (page.total !== total) throw new Unmet(contradiction);
    if (isCutShort(page, offset, size))
      throw new Unmet('pages of a filtered list hold fewer than 20 (PAGE-03)');
    const known = new Set(ids);
    ids.push(...page.data.map((record) => identityOf(record)).filter((id) => !known.has(id)));
    // A filtered page may have a different maximum.
    if (page.limit >= alwaysAcceptedLimit) size = Math.min(size, page.limit);
    const next = offset + size;
    more = next < longest && (page.has_more || page.total > next || page.data.length >= size);
  }
  return { accepted: true, status, ids, gap: null };
}

/** Whether a page has a smaller size than asked for and always accepted, and the list continues after it. */
function isCutShort({ data, limit, total, has_more }: Page, offset: number, asked: number): boolean {
  const continues = has_more || total > offset + data.length;
  return limit < Math.min(asked, alwaysAcceptedLimit) && data.length >= limit && continues;
}

/** Whether a first page is plausibly one of many, as `total` says. */
function isMore({ data, limit, total }: Page, { records, order }: Known): boolean {
  const isFull = data.length === limit && limit >= alwaysAcceptedLimit;
  return isFull && total > records.length + limit && total <= (order?.length ?? 0);
}

/**
 * The first and the last records of a long answer. They stand for both ends of the unfiltered list if both have the
 * same order.
 *
 * @throws Unmet if they do not, or if `total` does not lead near the last page
 */
async function endsOf(
  first: Page,
  { records, order }: Known,
  ask: (offset: number) => Promise<Answer>,
): Promise<Pick<FilteredAnswer, 'ids' | 'gap'>> {
  const { total, limit } = first;
  const pages = Math.ceil(records.length / 2 / limit);
  const read = async (offset: number): Promise<readonly string[]> => {
    const page = readPage(await ask(offset));
    if (page.total !== total) throw new Unmet(contradiction);
    return page.data.map(identityOf);
  };
  const front = first.data.map(identityOf);
  for (let page = 1; page < pages; page += 1) front.push(...(await read(page * limit)));
  // One short of full: a full page would continue. A `total` that is too large leads past the last record.
  const from = total - limit + 1;
  const back = [...(await read(from))];
  const count = from + back.length;
  const isComplete = count === total;
  if (back.length === 0 || back.length >= limit) throw new Unmet(contradiction);
  for (let page = 2; page <= pages + (isComplete ? 0 : 1); page += 1)
    back.unshift(...(await read(from - (page - 1) * limit)));
  const places = new Map(order?.map((id, place) => [id, place]));
  const inOrder = [...front, ...back].flatMap((id) => places.get(id) ?? []);
  if (inOrder.some((place, at) => place < (inOrder[at - 1] ?? 0)))
    throw new Unmet('a long list has another order under a filter, so it cannot be compared in part');
  const gap = { at: front.length, length: count - front.length - back.length, isComplete };
  return { ids: [...front, ...back], gap };
}
