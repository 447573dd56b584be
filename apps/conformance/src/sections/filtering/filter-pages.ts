/** Walks the pages of a filtered list (Filtering; Pagination). */
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { Disturbed, Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { withNewKey } from '../../account/with-new-key.ts';
import { filterOf, type Condition } from './condition.ts';
import { arrayOf } from './array-spelling.ts';
import { answersOneExactly } from './exact-answer.ts';
import {
  documentedField,
  fieldOn,
  filterGround,
  type FieldChoice,
  type FilterGround,
} from './filterable-fields.ts';
import { type FilteredPage, type FilteredPagesSeen, unread, ways, type Filtered } from './filtered-pages.ts';
import { ofTheList, readAnswer, type FilteredAnswer } from './filtered-listing.ts';
import type { FilterField } from './filter-seen.ts';
import { operandOn, type OperandChoice } from './operand.ts';
import { checkUndisturbed, type UnfilteredList } from '../../account/unfiltered-list.ts';
import { identityOf, readPage } from '@outreach-api/model/records/page';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { ListRequest } from '../../session/api-options.ts';
import type { Session } from '../../session/session.ts';
import { fillList } from './filled-list.ts';
import { filterRequest } from './filter-request.ts';

/** A filter, and a page size; null omits it. */
export interface FilteredWalk extends Filtered {
  readonly field: FieldChoice;
  readonly limit: number | null;
  /** Only the last page: it reveals what is counted, and where pages begin. */
  readonly lastOnly?: boolean;
}

const byDefault = 20;
const mostPages = 4;
const beyond = 7;

export const filterPages = defineExperiment<FilteredWalk, FilteredPagesSeen>({
  name: 'filter-pages',
  does: 'requests pages of one size over a filtered list, and beyond its end',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    field: documentedField,
    by: fc.constantFrom(...ways),
    limit: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 8 }),
  }),
  first: [
    { field: 0, by: 'several', limit: 1 },
    { field: 250, by: 'one', limit: 2 },
    { field: 500, by: 'different', limit: 7, lastOnly: true },
    { field: 250, by: 'several', limit: null },
    { field: 500, by: 'equal', limit: 4, lastOnly: true },
    { field: 750, by: 'below', limit: 20, lastOnly: true },
    { field: 'nullable', by: 'not null', limit: 9, lastOnly: true },
    // One record on a page of one: nothing comes after it.
    { field: 0, by: 'one', limit: 1 },
    { field: 0, by: 'nothing', limit: null },
    { field: 0, by: 'different', limit: null },
    { field: 0, by: 'diamond', limit: 10, lastOnly: true },
    { field: 0, by: 'at most', limit: 5, lastOnly: true },
    { field: 750, by: 'above', limit: 3, lastOnly: true },
    { field: 0, by: 'at least', limit: 8, lastOnly: true },
    { field: 250, by: 'null', limit: null, lastOnly: true },
    { field: 'nullable', by: 'null', limit: 6, lastOnly: true },
  ],
  runs: 0,
  probe: async ({ field: choice, by, limit, lastOnly = false }, session) => {
    const ground = await filterGround(session);
    const field = await fieldOn(ground, choice, session);
    const condition = await conditionBy(by, field, ground, session);
    const answer = await readAnswer(session, ground.placement, field.name, condition, ground.list);
    const listing = { ...answer, ids: ofTheList(answer.ids, ground.list) };
    const right =
      answersOneExactly(field, { condition, listing, refusable: by === 'nothing' }).kind === 'held';
    if (!right) throw new Unmet('the filter does not give the right records, so its pages prove nothing');
    const ids = withGap(answer);
    const all = ground.list.order?.length ?? field.values.length;
    // A value that no record has may be refused, and a text comparison may omit any record.
    if (!answer.accepted || ids.length === all) {
      throw new Unmet(`\`${field.name}\` has no values that would filter out some of the records`);
    }
    const offsets = offsetsOf(ids.length, limit, lastOnly);
    const requestAt = (offset: number): ListRequest =>
      filterRequest(ground.placement, field.name, condition, windowAt(limit, offset));
    const pages = await inTurn(offsets, async (offset) =>
      pageOf(offset, await session.api.pageOfList(requestAt(offset))),
    );
    const seen = {
      filter: filterOf(field.name, condition),
      ids,
      all,
      pages,
    };
    session.ifBroken(async (isBroken) => {
      await checkUndisturbed(session, ground.list);
      const readAgain = async (offset: number): Promise<FilteredPage> =>
        pageOf(offset, await session.api.listWebhooks(requestAt(offset)));
      if (!isDeepStrictEqual(await inTurn(offsets, readAgain), pages))
        throw new Disturbed('the pages of a filtered list differ between requests (PAGE-07)');
      await checkPagesWithoutFilter(session, ground.list, limit, ids.length, isBroken);
    });
    return seen;
  },
});

/** The same with a new key, after deletions. */
export const newKeyFilterPages = withNewKey(filterPages, {
  first: [{ field: 0, by: 'different', limit: 10, lastOnly: true }],
  runs: 0,
});

/** The records of an answer; placeholders stand for those that were not read. */
function withGap({ ids, gap }: FilteredAnswer): readonly string[] {
  const missing = Array.from({ length: gap?.length ?? 0 }, (_, index) => unread(index));
  return ids.toSpliced(gap?.at ?? 0, 0, ...missing);
}

/**
 * The control of a breach: the pages at the same places of the unfiltered list, counted from its start and its end.
 *
 * @throws Unmet if they are wrong, too: then the filter is not the cause
 */
async function checkPagesWithoutFilter(
  session: Session,
  { records, order }: UnfilteredList,
  limit: number | null,
  found: number,
  isBroken: (seen: FilteredPagesSeen) => boolean,
): Promise<void> {
  const ids = order ?? records.map((record) => identityOf(record));
  const offsets = offsetsOf(found, limit, false);
  const moved = offsets.map((offset) => offset + ids.length - found);
  const read = async (offset: number): Promise<FilteredPage> =>
    pageOf(offset, await session.api.control.listWebhooks({ query: windowAt(limit, offset) }));
  for (const places of [offsets, moved, offsetsOf(ids.length, limit, false)]) {
    const pages = await inTurn(places, read);
    const elsewhere = pages.some((page) => page.accepted && page.start !== page.offset);
    const isWrong = isBroken({ filter: null, ids, all: ids.length, pages });
    // A list whose order changes between requests may still show each record once.
    const isSteady = await inTurn(places, async (offset) =>
      isDeepStrictEqual(await read(offset), await read(offset)),
    );
    if (isWrong || elsewhere || isSteady.includes(false)) {
      throw new Unmet(
        'the pages are wrong without a filter, too (PAGE), so those of a filtered list prove nothing',
      );
    }
  }
}

async function conditionBy(
  by: FilteredWalk['by'],
  field: FilterField,
  ground: FilterGround,
  session: Session,
): Promise<Condition> {
  const value = (choice: OperandChoice) => operandOn(field, choice, ground.placement).value;
  if (by === 'one') return { form: 'scalar', value: value('common') };
  if (by === 'equal') return { form: 'comparison', operator: '=', operand: value('common') };
  if (by === 'below') return { form: 'comparison', operator: '<', operand: value(400) };
  if (by === 'at most') return { form: 'comparison', operator: '<=', operand: value(400) };
  if (by === 'above') return { form: 'comparison', operator: '>', operand: value(700) };
  if (by === 'at least') return { form: 'comparison', operator: '>=', operand: value(700) };
  if (by === 'null') return { form: 'is_null' };
  if (by === 'not null') return { form: 'is_not_null' };
  if (by === 'nothing') return { form: 'scalar', value: value('longer') };
  if (by === 'different') return { form: 'comparison', operator: '!=', operand: value('rare') };
  if (by === 'diamond') return { form: 'comparison', operator: '<>', operand: value('rare') };
  // One of them is repeated: its records still come only once.
  return arrayOf([...new Set([value('rare'), value(200), value(500)]), value('rare')], ground, session);
}

/** Where pages begin: all of them, or both ends of a long list; and beyond the end of the filtered list. */
function offsetsOf(count: number, size: number | null, lastOnly: boolean): readonly number[] {
  const limit = size ?? byDefault;
  if (lastOnly) return [Math.max(0, Math.ceil(count / limit) - 1) * limit];
  const starts = Array.from({ length: Math.ceil(count / limit) }, (_, index) => index * limit);
  const some =
    starts.length <= mostPages
      ? starts
      : [...starts.slice(0, mostPages / 2), ...starts.slice(-mostPages / 2)];
  // Right at the end with a size, further on without one.
  return [...new Set([...(some.length === 0 ? [0] : some), size === null ? count + beyond : count])];
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

function windowAt(limit: number | null, offset: number): [string, string][] {
  const size: [string, string][] = limit === null ? [] : [['limit', String(limit)]];
  return limit === null && offset === 0 ? size : [...size, ['offset', String(offset)]];
}

function pageOf(offset: number, answer: Answer): FilteredPage {
  if (!answer.ok) return { offset, accepted: false, status: answer.status };
  const page = readPage(answer);
  const ids = page.data.map((record) => identityOf(record));
  return {
    offset,
    accepted: true,
    start: page.offset,
    size: page.limit,
    ids,
    total: page.total,
    has_more: page.has_more,
  };
}
