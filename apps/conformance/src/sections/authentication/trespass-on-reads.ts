/** Tries to read without permission (Authentication). */
import { Unmet } from '@outreach-api/engine';
import { lookAt } from '../../account/look-at-profile.ts';
import { openConnections } from '../../account/open-connections.ts';
import { mustShow } from '@outreach-api/model/records/profile-history';
import { readPage } from '@outreach-api/model/records/page';
import type { Api } from '../../session/api.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { ListRequest } from '../../session/api-options.ts';
import type { Session } from '../../session/session.ts';
import { filterGround } from '../filtering/filterable-fields.ts';
import { filterRequest } from '../filtering/filter-request.ts';
import { attemptsOf, byEach } from './attempts.ts';
import { keyOfAnother } from './intruders.ts';
import type { Attempt, Trespass, Tried } from './trespass.ts';

/** Long enough for one request to arrive after the other, and while that is still in progress. */
export const apartMs = 2;

/**
 * Tries to list webhooks, by the bare path, with a query, or under a filter: each may bypass the credential check. The
 * control goes first, so that an answer cached for all callers is in place, or is sent at the same time: some servers
 * share one answer among identical requests. Another account may list its own webhooks: that is TEAM-01's concern.
 */
export async function tryToList({ callers, under }: Trespass, session: Session): Promise<Tried> {
  const request = await requestUnder(under, session);
  const control = async ({ api }: Session): Promise<Answer> => api.control.listWebhooks(request);
  const attempts = async (own: Session): Promise<readonly Attempt[]> =>
    attemptsOf(byEach(callers, listing(request)), own);
  if (under === 'its owner listing') {
    if (session.mostAtOnce > 1) await openConnections(session, 2);
    const [page, tried] = await Promise.all(session.simultaneously([control, attempts], apartMs));
    readPage(page);
    return { attempts: tried };
  }
  readPage(await control(session));
  return { attempts: await attempts(session) };
}

/**
 * Tries to read a sender profile; with a key of another account, while its owner reads it once more: some servers share
 * one answer among identical requests.
 */
export async function tryToRead({ callers }: Trespass, session: Session): Promise<Tried> {
  const [uuid = ''] = await session.fixtures.senderProfiles();
  const record = mustShow(await lookAt(session.api.control, uuid));
  const tries = byEach(callers, async (api) => api.getSenderProfile(uuid));
  const attempts = async (own: Session): Promise<Tried> => ({
    attempts: await attemptsOf(tries, own, record),
  });
  // The first of them meets the owner's.
  if (callers[0] !== keyOfAnother) return attempts(session);
  const read = async ({ api }: Session): Promise<unknown> => api.control.getSenderProfile(uuid);
  const [, tried] = await Promise.all(session.simultaneously([read, attempts], apartMs));
  return tried;
}

async function requestUnder(under: Trespass['under'], session: Session): Promise<ListRequest> {
  if (under === undefined) return {};
  // No other request is identical to this one.
  if (under === 'its owner listing') return { query: [['limit', '17']] };
  if (under === 'a page in the middle') {
    // Where a page surely begins.
    const { total } = readPage(await session.api.control.pageOfList());
    return {
      query: [
        ['limit', '1'],
        ['offset', String(Math.floor(total / 2))],
      ],
    };
  }
  const { list, placement } = await filterGround(session);
  const value = list.records.map(({ uuid }) => uuid).find((uuid) => typeof uuid === 'string');
  if (value === undefined) throw new Unmet('this account has no webhook to filter by its uuid');
  return filterRequest(placement, 'uuid', { form: 'scalar', value }, []);
}

function listing(request: ListRequest): (api: Api) => Promise<Answer> {
  return async (api) => api.listWebhooks(request);
}
