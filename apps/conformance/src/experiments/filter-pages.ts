/** Walks over the pages of a filtered list (Filtering; Pagination). */
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { filterRequest, type Condition } from '../filters/condition.ts';
import { answersOneExactly } from '../filters/exact-answer.ts';
import { documentedField, fieldOn, filterGround, type FieldChoice, type FilterGround } from '../filters/filterable-fields.ts';
import { judgeFilteredPages, type FilteredPage, type FilteredPagesSeen } from '../filters/filtered-pages.ts';
import { readFiltered } from '../filters/filtered-listing.ts';
import type { FilterField } from '../filters/filter-seen.ts';
import { operandOn, type OperandChoice } from '../filters/operand.ts';
import { checkUndisturbed } from '../filters/unfiltered-list.ts';
import { identityOf, readPage } from '../records/page.ts';
import type { Session } from '../session/session.ts';

/** A filter, and a page size; null leaves it out. */
export interface FilteredWalk {
  readonly field: FieldChoice;
  readonly by: 'one' | 'several' | 'different';
  readonly limit: number | null;
}

const byDefault = 20;
const mostPages = 8;

/** Pages of one size over a filtered list of two records or more. */
export const filterPages = defineExperiment<FilteredWalk, FilteredPagesSeen>({
  name: 'filter-pages',
  reads: ['webhooks'],
  given: fc.record({
    field: documentedField,
    by: fc.constantFrom('one' as const, 'several' as const, 'different' as const),
    limit: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 8 }),
  }),
  first: [
    { field: 0, by: 'several', limit: 1 },
    { field: 250, by: 'one', limit: 2 },
    { field: 250, by: 'one', limit: 7 },
    { field: 750, by: 'one', limit: 1 },
    { field: 0, by: 'different', limit: 20 },
    { field: 500, by: 'different', limit: 7 },
    { field: 250, by: 'several', limit: null },
  ],
  runs: 3,
  probe: async ({ field: choice, by, limit }, session) => {
    const ground = await filterGround(session);
    const field = await fieldOn(ground, choice, session);
    const condition = conditionBy(by, field, ground);
    const listing = await readFiltered(session, ground.placement, field.name, condition, ground.list);
    const right = answersOneExactly(field, { condition, listing, refusable: false }).kind === 'held';
    if (!right) throw new Unmet('the filter does not give the right records, so its pages tell nothing');
    const { ids } = listing;
    if (ids.length < 2 || ids.length === field.values.length) {
      throw new Unmet(`\`${field.name}\` has no values by which to filter some of the records, but more than one`);
    }
    const pages: FilteredPage[] = [];
    for (const offset of offsetsOf(ids.length, limit ?? byDefault)) {
      pages.push(await pageAt(session, ground, field, condition, limit, offset));
    }
    const seen = { field: field.name, condition, ids, all: field.values.length, pages };
    if (judgeFilteredPages(seen).kind === 'broken') await checkUndisturbed(session, ground.list);
    return seen;
  },
});

function conditionBy(by: FilteredWalk['by'], field: FilterField, { placement }: FilterGround): Condition {
  const value = (choice: OperandChoice) => operandOn(field, choice, placement).value;
  if (by === 'one') return { form: 'scalar', value: value('common') };
  if (by === 'different') return { form: 'comparison', operator: '!=', operand: value('rare') };
  return { form: 'array', values: [...new Set([value('rare'), value(200), value(500)])] };
}

/** Where pages begin: all of them, or both ends of a long list; and the end of the filtered list. */
function offsetsOf(count: number, limit: number): readonly number[] {
  const starts = Array.from({ length: Math.ceil(count / limit) }, (_, index) => index * limit);
  const some = starts.length <= mostPages ? starts : [...starts.slice(0, mostPages / 2), ...starts.slice(-mostPages / 2)];
  return [...some, count];
}

async function pageAt(
  session: Session,
  { placement }: FilterGround,
  field: FilterField,
  condition: Condition,
  limit: number | null,
  offset: number,
): Promise<FilteredPage> {
  const query: [string, string][] = [];
  if (limit !== null) query.push(['limit', String(limit)]);
  if (offset > 0) query.push(['offset', String(offset)]);
  const answer = await session.api.listWebhooks(filterRequest(placement, field.name, condition, query));
  if (!answer.ok) return { offset, accepted: false, status: answer.status };
  const { data, limit: size, total, has_more } = readPage(answer);
  return { offset, accepted: true, size, ids: data.map((record) => identityOf(record)), total, has_more };
}
