/** Lists webhooks while something changes (List webhooks). */
import { classOf } from '@outreach-api/model/records/answer-class';
import type { ListedMeanwhile } from '@outreach-api/model/records/list-now';
import type { Session } from '../session/session.ts';

/** What such a list is requested with. */
export const limitOfList = ['limit', '2'] as const;

/** How the list is answered; null if the service has no time for it: it may answer one request at a time. */
export async function listMeanwhile({ api, credential }: Session): Promise<ListedMeanwhile | null> {
  const answer = await api.listWebhooks({ query: [limitOfList] });
  const { ok, status } = answer;
  return !ok && classOf(answer).concerns === 'the moment' ? null : { ok, status, key: credential.name };
}
