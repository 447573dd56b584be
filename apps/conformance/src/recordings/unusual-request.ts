/** Detects requests that use more than the description defines: their answers prove nothing. */
import { isSecretName } from '@outreach-api/masking/looks-secret';
import type { PassingRequest } from './passing-exchange.ts';

/** Headers that request an answer other than the described one, or a repeat of an earlier one. */
const unusualHeaders =
  /^(?:range|if-range|prefer|x-http-method(?:-override)?|x-method-override|x-fields|(?:x-)?idempotency-key)$/;
/** `Accept` values that allow JSON, including wildcards. */
const takesJson = /\*\/\*|application\/(?:\*|[\w.+-]*json)/i;
const onLists = /^(?:limit|offset|filter(?:\[.*)?)$/s;

/** Why an answer to this request says nothing about the server; null if it may. */
export function unusualIn({ operation, path, headers, authorization }: PassingRequest): string | null {
  const header = Object.keys(headers).find((name) => unusualHeaders.test(name));
  if (header !== undefined) return `requested with \`${header}\`, which is not in the description`;
  if (authorization === null && Object.keys(headers).some(isSecretName))
    return 'requested with a credential that is not in the description';
  const { accept } = headers;
  if (accept !== undefined && accept.trim() !== '' && !takesJson.test(accept))
    return 'requested something other than JSON';
  const at = path.indexOf('?');
  const names = at < 0 ? [] : [...new URLSearchParams(path.slice(at)).keys()];
  const isUnknown = names.some((name) => operation !== 'listWebhooks' || !onLists.test(name));
  return isUnknown ? 'requested with parameters that are not in the description' : null;
}
