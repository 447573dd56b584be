/** A request of a client in a few words. */
import type { ClientExchange } from '../client-exchange.ts';

/** Method and path without its query, uuids as `{uuid}`: `` `DELETE /integrations/api/webhooks/{uuid}` ``. */
export function requestInShort({ method, path }: Pick<ClientExchange, 'method' | 'path'>): string {
  const [pathname = ''] = path.split('?');
  return `\`${method} ${pathname.replace(/(?<=\/(?:webhooks|sender-profiles)\/)(?!test$)[^/]+$/, '{uuid}')}\``;
}
