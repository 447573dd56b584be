/** Requests a page of the list under a filter, to check its envelope whatever the filter finds (Pagination). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { mayTakeFilter } from '../filtering/filter-placement.ts';
import { namedEvent } from '../../session/fixtures.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { fillList } from '../filtering/filled-list.ts';
import { pageIn } from '@outreach-api/model/records/page';
import type { WindowSeen } from './pages-seen.ts';
import { filterRequest } from '../filtering/filter-request.ts';

/** A page of a filtered list; null omits a parameter. */
export interface FilteredWindow {
  readonly placement: FilterPlacement;
  /** Whether no record matches the filter. */
  readonly findsNothing: boolean;
  readonly limit: number | null;
  readonly offset: number | null;
}

const placements: readonly FilterPlacement[] = ['query-json', 'query-brackets', 'body-json'];
const nobody = '00000000-0000-4000-8000-000000000000';
const windows: readonly (readonly [limit: number | null, offset: number | null])[] = [
  [null, null],
  [7, null],
  [3, 2],
];

/** Where the target accepts filters, or in any placement while that is unknown. A refusal proves nothing. */
export const filteredWindow = defineExperiment<FilteredWindow, WindowSeen>({
  name: 'filtered-window',
  does: 'requests a page under a filter: what the target accepts is a list in its envelope',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({
    placement: fc.constantFrom(...placements),
    findsNothing: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 20 })),
    offset: fc.option(fc.nat({ max: 5 })),
  }),
  first: placements.flatMap((placement) => [
    ...windows.map(([limit, offset]) => ({ placement, findsNothing: false, limit, offset })),
    { placement, findsNothing: true, limit: null, offset: null },
  ]),
  runs: 0,
  probe: async ({ placement, findsNothing, limit, offset }, session) => {
    if (!(await mayTakeFilter(placement, session))) throw new Unmet(`filters do not go to ${placement}`);
    const [field, value] = findsNothing ? (['uuid', nobody] as const) : (['event', namedEvent] as const);
    const window: [string, string][] = [];
    if (limit !== null) window.push(['limit', String(limit)]);
    if (offset !== null) window.push(['offset', String(offset)]);
    const answer = await session.api.pageOfList(
      filterRequest(placement, field, { form: 'scalar', value }, window),
    );
    const { ok, status, json } = answer;
    if (!ok) throw new Unmet(`a filter in ${placement} was refused with ${status}`);
    return { limit, offset, accepted: ok, status, body: json, total: pageIn(json)?.total ?? null };
  },
});
