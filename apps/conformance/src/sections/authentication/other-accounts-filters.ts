/** Lists webhooks with a key of another account, under filters with each operator (Filtering; Authentication). */
import * as fc from 'fast-check';
import type { FilterOperator } from '@outreach-api/client';
import { defineExperiment } from '../../session/suite.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { arrayOf } from '../filtering/array-spelling.ts';
import type { Condition } from '../filtering/condition.ts';
import { rawFilter } from '../filtering/raw-filter.ts';
import { filterGround, type FilterGround } from '../filtering/filterable-fields.ts';
import { identityOf, pageIn } from '../../records/page.ts';
import type { ListRequest } from '../../session/manner.ts';
import type { Session } from '../../session/session.ts';
import { fillList } from '../filtering/filled-list.ts';
import { ownWebhooks } from './other-accounts-list.ts';
import { filterRequest } from '../filtering/filter-request.ts';
import type { OtherListSeen } from './trespass.ts';

const page = 20;

/**
 * Lists with a key of another account under a filter of each operator and form that webhooks of this account match,
 * and under one on two fields. For a long answer, the last page is read too: the other account's own webhooks may come
 * first.
 */
export const otherAccountsFilters = defineExperiment<null, OtherListSeen>({
  name: 'other-accounts-filters',
  needs: ['otherAccountToken'],
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const own = await ownWebhooks(session);
    const ground = await filterGround(session);
    const shown: string[] = [];
    for (const request of await requestsOn(ground, session))
      shown.push(...(await listedBy(request, session)));
    return { own, shown };
  },
});

type Window = readonly (readonly [name: string, value: string])[];
type WindowedRequest = (window: Window) => ListRequest;

/** Each condition alone, and a filter on two fields: however those are joined, the account comes first. */
async function requestsOn(ground: FilterGround, session: Session): Promise<readonly WindowedRequest[]> {
  const { placement } = ground;
  const single = (await conditionsOn(ground, session)).map(
    ([field, condition]): WindowedRequest =>
      (window) =>
        filterRequest(placement, field, condition, window),
  );
  const { query = [], ...others } = rawFilter(placement, {
    uuid: 'is_not_null',
    request_method: 'is_not_null',
  });
  return [...single, (window) => ({ ...others, query: [...query, ...window] })];
}

function compared(operator: FilterOperator, operand: string): readonly [string, Condition] {
  return ['uuid', { form: 'comparison', operator, operand }];
}

/** Conditions that webhooks of this account match. @throws Unmet if no two webhooks can be told apart */
async function conditionsOn(
  ground: FilterGround,
  session: Session,
): Promise<readonly (readonly [field: string, condition: Condition])[]> {
  const { list } = ground;
  const uuids = list.records
    .map(({ uuid }) => uuid)
    .filter((uuid) => typeof uuid === 'string')
    .toSorted();
  const method = list.records
    .map((record) => record['request_method'])
    .find((one) => typeof one === 'string');
  const [least, greatest] = [uuids.at(0), uuids.at(-1)];
  if (least === undefined || greatest === undefined || least === greatest)
    throw new Unmet('this account has fewer than two webhooks to filter by their uuids');
  const both = await arrayOf([least, greatest], ground, session).catch(whereUnmet(null));
  return [
    compared('=', least),
    compared('!=', least),
    compared('<>', least),
    compared('<', greatest),
    compared('<=', least),
    compared('>', least),
    compared('>=', greatest),
    ['uuid', { form: 'is_not_null' }],
    ...(both === null ? [] : [['uuid', both] as const]),
    ...(method === undefined ? [] : [['request_method', { form: 'scalar', value: method }] as const]),
  ];
}

async function listedBy(request: WindowedRequest, { otherAccount }: Session): Promise<readonly string[]> {
  const at = async (offset: number): Promise<ReturnType<typeof pageIn>> => {
    const window: [string, string][] = [['limit', String(page)]];
    if (offset > 0) window.push(['offset', String(offset)]);
    return pageIn((await otherAccount.listWebhooks(request(window))).json);
  };
  const first = await at(0);
  if (first === undefined) return [];
  const last = first.total > first.data.length ? await at(Math.max(page, first.total - page)) : undefined;
  return [...first.data, ...(last?.data ?? [])].map(identityOf);
}
