/** The list of webhooks when nearly all else is done, for all that check late in a run what became of their changes. */
import { defineFinding, webhookChanges } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { listNow } from './list-now.ts';
import type { ListNow } from '../records/list-now.ts';

/** The list as its first user reads it. To confirm what it shows, it is read afresh. */
export const lateListing = defineFinding(
  async (session: Session): Promise<ListNow> =>
    listNow(session, { around: session.fixtures.deletedWebhooks }),
  webhookChanges,
);
