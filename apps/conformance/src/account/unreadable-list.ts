/** Finds out once, for all readers, why a list of webhooks cannot be read completely: it has no end, or is made up. */
import { whereUnmet } from '@outreach-api/engine';
import { identityOf, type Page } from '@outreach-api/model/records/page';
import { mostNewcomers, pageAt } from '@outreach-api/model/records/read-list';
import { defineFinding } from '../session/finding.ts';
import type { Session } from '../session/session.ts';

const contradictionsWanted = 2;
const mostLooks = 4;
const readings = 3;

/**
 * Whether the list of webhooks has no end: far past its `total` it shows records and claims more, while its first page
 * still says that there are none. To be called when pages state different totals; that others made so many webhooks
 * meanwhile is out of the question.
 */
export const isWithoutEnd = defineFinding(async (session: Session): Promise<boolean> => {
  const { list } = session.state.account;
  let most = (await pageFrom(session, 0))?.total ?? null;
  let contradictions = 0;
  for (let looks = 0; looks < mostLooks && most !== null; looks += 1) {
    const past = most + mostNewcomers;
    const beyond = await pageFrom(session, past);
    const first = await pageFrom(session, 0);
    if (beyond === null || first === null || beyond.data.length === 0 || beyond.total <= past) return false;
    if (first.total < past) contradictions += 1;
    if (contradictions === contradictionsWanted) {
      list.isEndless = true;
      list.unreadable = 'endless';
      return true;
    }
    most = Math.max(first.total, beyond.total);
  }
  return false;
});

/**
 * Whether the webhooks of the list are made up for each answer: one reading of its first page has none in common with
 * the next, and far more were seen in total than it states. To be called when two readings had none in common.
 *
 * @param total - the size it states
 */
export async function isMadeUp(session: Session, total: number): Promise<boolean> {
  const { state } = session;
  if (state.seenWebhooks.size <= total + mostNewcomers) return false;
  const shown: string[] = [];
  for (let reading = 0; reading < readings; reading += 1) {
    const page = await pageFrom(session, 0);
    if (page === null || page.data.length < 2) return false;
    shown.push(...new Set(page.data.map(identityOf)));
  }
  if (new Set(shown).size < shown.length) return false;
  state.account.list.unreadable = 'made up';
  return true;
}

async function pageFrom({ api }: Session, offset: number): Promise<Page | null> {
  return pageAt(api.control.list({ opensBare: true }), offset).catch(whereUnmet(null));
}
