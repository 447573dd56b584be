/** What a key of another account lists under filters with each operator (Filtering; Authentication). */
import type { FilterOperator } from '@outreach-api/client';
import { allInBatches, Unmet, whereUnmet } from '@outreach-api/engine';
import { arrayOf } from '../filtering/array-spelling.ts';
import type { Condition } from '../filtering/condition.ts';
import { rawFilter } from '../filtering/raw-filter.ts';
import { filterGround } from '../filtering/filterable-fields.ts';
import { filterRequest } from '../filtering/filter-request.ts';
import { identityOf, pageIn } from '@outreach-api/model/records/page';
import type { ListRequest } from '../../session/api-options.ts';
import type { Session } from '../../session/session.ts';

const page = 20;

type WindowedRequest = (window: readonly (readonly [name: string, value: string])[]) => ListRequest;

/**
 * Lists with a key of another account under a filter of each operator and form that webhooks of this account match, some
 * of them on two fields: however those are joined, the account comes first. For a long answer, the last page is read
 * too: the other account's own webhooks may come first.
 *
 * @throws Unmet if no two webhooks of this account can be distinguished, or the target takes no filter
 */
export async function shownUnderEachFilter(session: Session): Promise<readonly string[]> {
  const ground = await filterGround(session);
  const { placement, list } = ground;
  const uuids = list.records.flatMap(({ uuid }) => (typeof uuid === 'string' ? [uuid] : [])).toSorted();
  const [least, greatest] = [uuids.at(0), uuids.at(-1)];
  if (least === undefined || greatest === undefined || least === greatest)
    throw new Unmet('this account has fewer than two webhooks to filter by their uuids');
  const method = list.records.find(({ uuid }) => uuid === least)?.['request_method'];
  const onTwoFields = [
    { uuid: { '=': least }, request_method: method },
    { uuid: 'is_not_null', request_method: 'is_not_null' },
  ];
  const both = await arrayOf([least, greatest], ground, session).catch(whereUnmet(null));
  const conditions: readonly Condition[] = [
    ...(['!=', '<>', '<=', '>'] as const).map((operator) => compared(operator, least)),
    ...(['<', '>='] as const).map((operator) => compared(operator, greatest)),
    ...(both === null ? [] : [both]),
  ];
  const requests: readonly WindowedRequest[] = [
    ...onTwoFields.map((filter): WindowedRequest => {
      const { query = [], ...others } = rawFilter(placement, filter);
      return (window) => ({ ...others, query: [...query, ...window] });
    }),
    ...conditions.map(
      (condition): WindowedRequest =>
        (window) =>
          filterRequest(placement, 'uuid', condition, window),
    ),
  ];
  return (await allInBatches(requests, async (request) => listedBy(request, session))).flat();
}

function compared(operator: FilterOperator, operand: string): Condition {
  return { form: 'comparison', operator, operand };
}

async function listedBy(request: WindowedRequest, { otherAccount }: Session): Promise<readonly string[]> {
  const limit = ['limit', String(page)] as const;
  const at = async (offset?: number): Promise<ReturnType<typeof pageIn>> => {
    const window = offset === undefined ? [limit] : [limit, ['offset', String(offset)] as const];
    return pageIn((await otherAccount.listWebhooks(request(window))).json);
  };
  const first = await at();
  if (first === undefined) return [];
  const last = first.total > first.data.length ? await at(Math.max(page, first.total - page)) : undefined;
  return [...first.data, ...(last?.data ?? [])].map(identityOf);
}
