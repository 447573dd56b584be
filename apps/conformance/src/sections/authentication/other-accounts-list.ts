/** Lists webhooks with a key of another account (What the service does; Authentication). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { filterGround } from '../filtering/filterable-fields.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf, pageIn, readPage } from '@outreach-api/model/records/page';
import { mustHaveAllPages, readList, recordsOf } from '@outreach-api/model/records/read-list';
import type { ListRequest } from '../../session/api-options.ts';
import type { AddedHeaders } from '../../session/usual-headers.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import { canonicalUuid, isUuid } from '@outreach-api/model/records/uuid';
import { defineFindingOfCaller } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import type { FilterPlacement } from '../../target/target.ts';
import { ownTeam } from '../../account/own-team.ts';
import { largestPage } from '../../account/largest-page.ts';
import { fillList } from '../filtering/filled-list.ts';
import { shownUnderEachFilter } from './other-accounts-filters.ts';
import { apartMs } from './trespass-on-reads.ts';
import { filterRequest } from '../filtering/filter-request.ts';
import type { OtherListSeen } from './trespass.ts';

/** A page that the other account requests; null omits the parameter. */
export interface OtherWindow {
  readonly limit: number | null;
  /** Pages after the first; null omits `offset`. */
  readonly page: number | null;
  /** Set to filter by the uuid of a webhook of this account. */
  readonly filter?: 'uuid';
  /**
   * Where the request names the team of this account, if it does: a key is bound to one team, whatever a caller asks
   * for. A target may also refuse such a request.
   */
  readonly namesTeam?: 'in the query' | 'in headers';
}

/** By which services of several tenants let a caller choose one. */
const headersOfTeams = [
  'team-id',
  'x-team-id',
  'organization-id',
  'x-organization-id',
  'x-org-id',
  'account-id',
  'x-account-id',
  'x-tenant-id',
  'x-tenant',
  'x-workspace-id',
] as const;

const inputs: readonly (OtherWindow | 'under each filter')[] = [
  { limit: null, page: null },
  // It takes longest.
  'under each filter',
  { limit: 20, page: 0, namesTeam: 'in headers' },
  { limit: 20, page: 1 },
  { limit: 100, page: null },
  { limit: null, page: 0, namesTeam: 'in the query' },
  { limit: null, page: null, filter: 'uuid' },
];

export const otherAccountsList = defineExperiment<OtherWindow | 'under each filter', OtherListSeen>({
  name: 'other-accounts-list',
  does: 'lists webhooks with a key of another account',
  needs: ['otherAccountToken'],
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.constantFrom(...inputs),
  first: inputs,
  runs: 0,
  probe: async (window, session) => {
    const own = await ownWebhooks(session);
    if (window === 'under each filter') return { own, shown: await shownUnderEachFilter(session) };
    const { limit, page, filter, namesTeam } = window;
    readPage(await session.otherAccount.control.pageOfList());
    const query: [string, string][] = [];
    if (limit !== null) query.push(['limit', String(limit)]);
    if (page !== null) query.push(['offset', String(page * (limit ?? 20))]);
    const ask = async (request: ListRequest): Promise<OtherListSeen> => ({
      own,
      shown: shownIn(await askedAfterItsOwner(request, page === null, session)),
    });
    if (namesTeam !== undefined) {
      const team = String(await ownTeam(session));
      if (namesTeam === 'in the query') query.push(['team_id', team]);
      const api =
        namesTeam === 'in headers'
          ? session.otherAccount.with({ headers: naming(team) })
          : session.otherAccount;
      return { own, shown: shownIn(await api.listWebhooks({ query })), teamWasNamed: true };
    }
    if (filter === undefined) return ask({ query });
    const { placement, list } = await filterGround(session);
    return ask(filtered(filter, query, placement, list.records));
  },
});

/**
 * This account sends the same request right before, or at the same time for first pages: a cached answer must not be
 * shown to the other account.
 */
async function askedAfterItsOwner(
  request: ListRequest,
  isAtOnce: boolean,
  session: Session,
): Promise<Answer> {
  const control = async ({ api }: Session): Promise<Answer> => api.control.listWebhooks(request);
  const ask = async ({ otherAccount }: Session): Promise<Answer> => otherAccount.listWebhooks(request);
  if (!isAtOnce || request.query?.length === 0) readPage(await control(session));
  if (!isAtOnce) return ask(session);
  const [, answer] = await Promise.all(session.simultaneously([control, ask], apartMs));
  return answer;
}

function shownIn({ ok, json }: Answer): readonly string[] {
  return ok ? (pageIn(json)?.data ?? []).map(identityOf) : [];
}

function naming(team: string): AddedHeaders {
  return Object.fromEntries(headersOfTeams.map((name) => [name, team]));
}

/** The whole list as it was when first requested. */
const wholeList = defineFindingOfCaller(async (session: Session): Promise<readonly JsonObject[]> => {
  const limit = await largestPage.in(session);
  const reading = await readList(session.api.list({ limit, recalls: true }));
  mustHaveAllPages(reading);
  return recordsOf(reading);
});

/**
 * The webhooks of this account that can be distinguished from all others: those it lists, and those that the owner's
 * module created for it, listed or not. @throws Unmet if there are none
 */
export async function ownWebhooks(session: Session): Promise<readonly string[]> {
  const records = await wholeList.in(session);
  const made = session.fixtures.madeWebhooks.map(canonicalUuid);
  if (records.length + made.length === 0)
    throw new Unmet('this account has no webhooks that could be shown to another');
  const uuids = uuidsOf(records);
  const listed = [...Map.groupBy(uuids, (uuid) => uuid)].flatMap(([uuid, { length }]) =>
    length === 1 ? [uuid] : [],
  );
  const own = [...listed, ...made.filter((uuid) => !uuids.includes(uuid))];
  if (own.length === 0)
    throw new Unmet('no webhook of this account can be identified by a unique uuid (HOOK-01, HOOK-03)');
  return own;
}

/** The uuids of webhooks; anything else could be a placeholder that occurs in any list. */
export function uuidsOf(records: readonly JsonObject[]): readonly string[] {
  return records.filter(({ uuid }) => isUuid(uuid)).map(identityOf);
}

/**
 * The window with a filter that the first of some webhooks of this account matches.
 *
 * @throws Unmet if none of them has the field
 */
export function filtered(
  field: string,
  query: readonly (readonly [string, string])[],
  placement: FilterPlacement,
  records: readonly JsonObject[],
): ListRequest {
  const value = records.map((record) => record[field]).find((one) => typeof one === 'string');
  if (value === undefined) throw new Unmet(`no webhook has a \`${field}\` to filter by`);
  return filterRequest(placement, field, { form: 'scalar', value }, query);
}
