/** Reads the whole answer to a filter, whatever its envelopes say of it. */
import { Unmet } from '../../engine/unmet.ts';
import { identityOf, readPage, type Page } from '../../records/page.ts';
import type { Session } from '../../session/session.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { filterRequest, type Condition } from './condition.ts';
import { pageThatIsAlwaysTaken } from '../../account/largest-page.ts';
import type { UnfilteredList } from '../../account/unfiltered-list.ts';

/** The answer to a filter: which records came, by identity. */
export interface FilteredListing {
  readonly accepted: boolean;
  readonly status: number;
  /** A record that came twice in one page is here twice; one that a later page repeats is not (FILT-08). */
  readonly ids: readonly string[];
}

/**
 * Asks for the filtered list, page after page. Whether the pages and `total` are right is another question
 * (FILT-08), so it goes on as long as anything in an envelope speaks for more, up to the end of the unfiltered list.
 *
 * @param anew - whether no page counts that was asked for before
 * @throws Unmet where an accepted answer is no envelope, where two pages contradict each other, or where a page ends
 * short of a limit that is always taken
 */
export async function readFiltered(
  session: Session,
  placement: FilterPlacement,
  field: string,
  condition: Condition,
  { pageSize, records }: Pick<UnfilteredList, 'pageSize' | 'records'>,
  anew = false,
): Promise<FilteredListing> {
  const ids: string[] = [];
  let status = 0;
  let total: number | null = null;
  for (let offset = 0, more = true, size = pageSize; more; offset += size) {
    const window = [
      ['limit', String(pageSize)],
      ['offset', String(offset)],
    ] as const;
    const request = filterRequest(placement, field, condition, window);
    const answer = await (anew ? session.api.listWebhooks(request) : session.api.pageOfList(request));
    if (offset === 0) {
      status = answer.status;
      const smaller = { records, pageSize: pageThatIsAlwaysTaken };
      if (!answer.ok && pageSize > pageThatIsAlwaysTaken)
        return readFiltered(session, placement, field, condition, smaller, anew);
      if (!answer.ok) return { accepted: false, status, ids: [] };
    } else if (!answer.ok) break;
    const page = readPage(answer);
    total ??= page.total;
    if (page.total !== total) throw new Unmet('the pages of a filtered list contradict each other (FILT-08)');
    if (isCutShort(page, offset)) throw new Unmet('pages of a filtered list hold fewer than 20 (PAGE-03)');
    const known = new Set(ids);
    ids.push(...page.data.map((record) => identityOf(record)).filter((id) => !known.has(id)));
    // The maximum of a filtered page may be another one.
    if (page.limit >= pageThatIsAlwaysTaken) size = Math.min(size, page.limit);
    const next = offset + size;
    more = next < records.length && (page.has_more || page.total > next || page.data.length >= size);
  }
  return { accepted: true, status, ids };
}

/** Whether a page has its own smaller size, and goes on after it. */
function isCutShort({ data, limit, total, has_more }: Page, offset: number): boolean {
  const goesOn = has_more || total > offset + data.length;
  return limit < pageThatIsAlwaysTaken && data.length >= limit && goesOn;
}
