/** A request as a person would write it. */
import type { SentRequest } from '../session/exchange.ts';

const listOfWebhooks = /^\/integrations\/api\/webhooks(?=$|\?)/;

/**
 * Method and address of a request as a person would write them: without the base address, the query decoded, and what
 * is left out said where that matters: `GET /integrations/api/webhooks?limit=10 (no offset)`.
 *
 * @param baseUrl - of the target
 */
export function requestInWords({ method, url }: SentRequest, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
  return [method, decoded(path), ...(method === 'GET' ? leftOut(path) : [])].join(' ');
}

/** Of the parameters of a list those that are not in the query. */
function leftOut(path: string): readonly string[] {
  if (!listOfWebhooks.test(path)) return [];
  const query = new URLSearchParams(path.split('?')[1]);
  const absent = ['limit', 'offset'].filter((name) => !query.has(name)).map((name) => `no ${name}`);
  return absent.length === 0 ? [] : [`(${absent.join(', ')})`];
}

/** What a person reads more easily than its escapes; what cannot be seen, or would be read otherwise, stays escaped. */
function decoded(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes).replaceAll(/[\p{C}\p{Z}&#%+]/gu, (character) =>
        character === ' ' ? character : encodeURIComponent(character),
      );
    } catch {
      return escapes;
    }
  });
}
