/** How large pages of the list of webhooks can be: larger pages mean fewer requests. */
import { pageIn, alwaysAcceptedLimit } from '@outreach-api/model/records/page';
import { defineFinding } from '../session/finding.ts';
import type { Session } from '../session/session.ts';

const largestTried = [100, 50];

/** The largest page size, of those tried, that the target accepts, and fills if the list has enough records. */
export const largestPage = defineFinding(async (session: Session): Promise<number> => {
  for (const size of largestTried) {
    const answer = await session.api.control.pageOfList({ query: [['limit', String(size)]] });
    const page = answer.ok ? pageIn(answer.json) : undefined;
    if (page === undefined) continue;
    const isFull = page.data.length === Math.min(page.limit, page.total);
    const isInBounds = page.limit > alwaysAcceptedLimit && page.limit <= size;
    if (!isFull || !isInBounds) return alwaysAcceptedLimit;
    session.state.account.list.largestPage = page.limit;
    return page.limit;
  }
  return alwaysAcceptedLimit;
});
