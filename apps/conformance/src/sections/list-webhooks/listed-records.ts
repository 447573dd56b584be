/** Walks the list of webhooks record by record, to see what each looks like. */
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { Disturbed } from '@outreach-api/engine';
import { defineExperiment, seenAs } from '../../session/suite.ts';
import { mayTakeFilter } from '../filtering/filter-placement.ts';
import { identityOf, pageIn } from '@outreach-api/model/records/page';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { fieldsOf } from '@outreach-api/model/records/shape';
import type { Session } from '../../session/session.ts';
import { mustHaveAllPages, readList } from '@outreach-api/model/records/read-list';
import { namedEvent } from '../../session/fixtures.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { fillList } from '../filtering/filled-list.ts';
import { listWalk } from '../pagination/list-walk.ts';
import type { WalkSeen } from '../pagination/pages-seen.ts';
import { filterRequest } from '../filtering/filter-request.ts';
import { type ListedRecords, contentOf } from './webhooks-seen.ts';

/** Requested in pages of this size; null sends no size. */
export interface PageSize {
  readonly limit: number | null;
  /** Where to put a filter, if the target may take it there; then one filtered page is read instead. */
  readonly filtered?: FilterPlacement;
}

const mostPages = 25;
const mostOfOne = 3;
const placements: readonly FilterPlacement[] = ['query-json', 'query-brackets', 'body-json'];

/** It does not depend on PAGE-01 to PAGE-03 (Webhook; List webhooks). */
export const listedRecords = defineExperiment<PageSize, ListedRecords>({
  name: 'listed-records',
  does: 'requests the pages of the list, each starting where the previous one ended',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({ limit: fc.constantFrom(5, 11, 13, 17) }),
  first: [{ limit: null }, { limit: 100 }, ...placements.map((filtered) => ({ limit: 20, filtered }))],
  runs: 0,
  probe: async (size, session) => {
    const seen = await lookAt(size, session, true);
    session.ifBroken(async () => {
      const conflicts = conflictsIn(seen);
      if (conflicts.length === 0) return;
      const again = await lookAt(size, session, false);
      if (!isDeepStrictEqual(conflictsIn(again), conflicts))
        throw new Disturbed('another client changed the webhooks of the list');
    });
    return seen;
  },
});

/** The records of the walks that are made anyway, with every page size. */
export const walkedRecords = seenAs(listWalk, recordsOf);

function recordsOf({ pages }: WalkSeen): ListedRecords {
  return { pages: pages.map(({ records }) => records.map(present)) };
}

/** Records that share a uuid but differ: another client may have changed a webhook between pages. */
function conflictsIn({ pages }: ListedRecords): readonly string[] {
  const contents = Map.groupBy(pages.flat(), identityOf);
  return [...contents].flatMap(([uuid, records]) => (new Set(records.map(contentOf)).size > 1 ? [uuid] : []));
}

/** @param recalls - whether pages that other runs requested may be reused */
async function lookAt(
  { limit, filtered }: PageSize,
  session: Session,
  recalls: boolean,
): Promise<ListedRecords> {
  if (filtered !== undefined) return { pages: await filteredPage(session, limit, filtered, recalls) };
  const most = limit === 1 ? mostOfOne : mostPages;
  const list = session.api.list({ limit, recalls, opensBare: true });
  const reading = await readList(list, { isEnough: ({ length }) => length === most });
  mustHaveAllPages(reading);
  return { pages: reading.pages.map(({ data }) => data.map(present)) };
}

/** A page under a filter; how the target interprets it does not matter. */
async function filteredPage(
  session: Session,
  limit: number | null,
  placement: FilterPlacement,
  recalls: boolean,
): Promise<ListedRecords['pages']> {
  if (!(await mayTakeFilter(placement, session))) return [];
  const size = limit === null ? [] : ([['limit', String(limit)]] as const);
  const request = filterRequest(placement, 'event', { form: 'scalar', value: namedEvent }, size);
  const answer = await (recalls ? session.api.pageOfList(request) : session.api.listWebhooks(request));
  const page = pageIn(answer.json);
  return page === undefined ? [] : [page.data.map(present)];
}

function present(record: JsonObject): JsonObject {
  return Object.fromEntries(
    fieldsOf('Webhook').flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])),
  );
}
