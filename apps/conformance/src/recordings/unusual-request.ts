/** Tells requests that ask for more than the description knows: what they are answered proves nothing. */
import type { PassingRequest } from './passing-exchange.ts';

/** Headers that ask for another answer than the described one, or for the same answer once more. */
const unusualHeaders =
  /^(?:range|if-range|prefer|x-http-method(?:-override)?|x-method-override|x-fields|(?:x-)?idempotency-key)$/;
/** What an answer of JSON may be asked for as; anything may, too. */
const takesJson = /\*\/\*|application\/(?:\*|[\w.+-]*json)/i;
const onLists = /^(?:limit|offset|filter(?:\[.*)?)$/s;

/** Why an answer to this request says nothing of the server; null where it may. */
export function unusualIn({ operation, path, headers }: PassingRequest): string | null {
  const header = Object.keys(headers).find((name) => unusualHeaders.test(name));
  if (header !== undefined) return `asked with \`${header}\`, which the description does not know`;
  const { accept } = headers;
  if (accept !== undefined && accept.trim() !== '' && !takesJson.test(accept))
    return 'asked for something else than JSON';
  const at = path.indexOf('?');
  const names = at < 0 ? [] : [...new URLSearchParams(path.slice(at)).keys()];
  const isUnknown = names.some((name) => operation !== 'listWebhooks' || !onLists.test(name));
  return isUnknown ? 'asked with parameters that the description does not know' : null;
}
