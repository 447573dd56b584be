/** A request as a person would write it. */
import type { SentRequest } from '@outreach-api/model/records/exchange';

const listOfWebhooks = /^\/integrations\/api\/webhooks(?=$|\?)/;

/**
 * Method and address of a request as a person would write them: without the base address, with the query decoded, and
 * naming what is left out if that matters: `GET /integrations/api/webhooks?limit=10 (no offset)`.
 *
 * @param baseUrl - of the target
 */
export function requestInWords({ method, url }: SentRequest, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
  return [method, decoded(path), ...(method === 'GET' ? leftOut(path) : [])].join(' ');
}

/** The list parameters that are not in the query. */
function leftOut(path: string): readonly string[] {
  if (!listOfWebhooks.test(path)) return [];
  const query = new URLSearchParams(path.split('?')[1]);
  const absent = ['limit', 'offset'].filter((name) => !query.has(name)).map((name) => `no ${name}`);
  return absent.length === 0 ? [] : [`(${absent.join(', ')})`];
}

/** A filter as JSON, and everything else decoded where that reads better than its escapes. */
function decoded(path: string): string {
  return path
    .split(/(?<=[?&])|(?=&)/)
    .map(
      (part) =>
        filterIn(part) ?? part.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => unescaped(escapes, /[&#%+]/g)),
    )
    .join('');
}

/**
 * A parameter whose value is a JSON object, which needs no escapes to stand apart from the others; null if it is none.
 */
function filterIn(parameter: string): string | null {
  const [, name = '', value] = /^([^=]+=)(%7B.*)$/i.exec(parameter) ?? [];
  return value === undefined ? null : `${name}${unescaped(value, /$^/g)}`;
}

/**
 * A text without its escapes. What is invisible, or takes effect in a terminal, stays escaped.
 *
 * @param kept - what would be misread unescaped
 */
function unescaped(text: string, kept: RegExp): string {
  try {
    return decodeURIComponent(text)
      .replaceAll(kept, encodeURIComponent)
      .replaceAll(/(?! )[\p{C}\p{Z}]/gu, encodeURIComponent);
  } catch {
    return text;
  }
}
