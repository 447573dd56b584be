/** The list that experiments read while they change something else (List webhooks). */
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../session/session.ts';

/** What the list is asked with. */
export const shortListQuery = ['limit', '2'] as const;

/** How much later the next request arrives, in milliseconds: while the list is under way. */
export const apartMs = 3;

/** A page of the list that is quickly read. */
export async function shortList({ api }: Session): Promise<Answer> {
  return api.listWebhooks({ query: [shortListQuery] });
}
