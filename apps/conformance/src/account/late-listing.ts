/** The list of webhooks when nearly all else was asked, for all who look late in a run at what became of what they did. */
import { defineFinding, webhookChanges } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { listNow, type ListNow } from './list-now.ts';

/** The list as whoever comes first reads it. To make sure of what it shows, it is read anew. */
export const lateListing = defineFinding(
  async (session: Session): Promise<ListNow> =>
    listNow(session, { around: session.fixtures.deletedWebhooks }),
  webhookChanges,
);
