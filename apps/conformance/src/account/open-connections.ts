/** Opens connections to the target before requests are to meet there. */
import { whereUnmet } from '../engine/unmet.ts';
import type { ListRequest } from '../session/manner.ts';
import type { Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';

/**
 * Lists webhooks as often at the same time as requests are to meet, as controls, so that as many connections are open.
 * Where one must be opened first, its request comes a handshake later than its like, when that may long be done.
 *
 * @returns the first answer
 * @throws Unmet where it does not come
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
  // A connection is free for the next request a turn of the event loop after its answer has come.
  await session.clock.turn();
  return first;
}
