/** A request as a person would write it. */
import type { Exchange } from '../session/exchange.ts';
import { foldedText } from '../session/folded-body.ts';

const longestBody = 300;
const usualCaller = 'the key of the target file';
const listOfWebhooks = /^\/integrations\/api\/webhooks(?=$|\?)/;

/**
 * A request as a person would write it: without the base address, its query decoded, and what is left out said where
 * that matters: `GET /integrations/api/webhooks?limit=10 (no offset)`.
 *
 * @param baseUrl - of the target
 */
export function requestInWords({ request, caller }: Exchange, baseUrl: string): string {
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url;
  return [
    `${request.method} ${decoded(path)}`,
    ...(request.body === null ? [] : [foldedText(request.body, longestBody)]),
    ...(request.method === 'GET' ? leftOut(path) : []),
    ...(caller === usualCaller ? [] : [`with ${caller}`]),
  ].join(' ');
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
