/** Opens connections to the target for requests that must arrive simultaneously. */
import { whereUnmet } from '@outreach-api/engine';
import type { ListRequest } from '../session/api-options.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Session } from '../session/session.ts';

/**
 * Sends as many simultaneous list requests, as controls, as the requests that are to arrive together, so that as many
 * connections are open. A request that must open a connection first arrives a handshake late, when the others may long
 * be done.
 *
 * @returns the first answer
 * @throws Unmet if it does not come
 */
export async function openConnections(
  session: Session,
  count: number,
  request: ListRequest = {},
): Promise<Answer> {
  const { control } = session.api;
  const others = Array.from({ length: count - 1 }, async () =>
    control.listWebhooks(request).catch(whereUnmet(null)),
  );
  const [first] = await Promise.all([control.listWebhooks(request), ...others]);
  // A connection is free for the next request one turn of the event loop after its answer has come.
  await session.clock.turn();
  return first;
}
