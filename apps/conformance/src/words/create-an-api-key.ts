/** Words for breaches of the sections API key and Create an API key. */
import type { TokenFault } from '@outreach-api/model/records/created-key';
import type { ApiKeyBreaches } from '../rules/breaches/create-an-api-key.ts';
import { faultWords } from './fault-words.ts';
import { requestWords } from './request-words.ts';
import { compared, show, type Words } from './sides.ts';

export const apiKeyWords: Words<ApiKeyBreaches> = {
  'token-is-no-jwt': ({ fault }) => ({
    expected: '`last_token` is a JWT: a JSON header, a JSON payload and a signature',
    actual: tokenFaultWords(fault),
  }),
  'jti-claim-differs': ({ jti, claim }) => ({
    expected: `the claim \`jti\` in \`last_token\` is the \`jti\` of the record, ${show(jti)}`,
    actual: `it is ${show(claim)}`,
  }),
  'expiry-is-not-3-years': ({ created_at, exp, days }) => ({
    expected: `the claim \`exp\` in \`last_token\` is 3 years after \`created_at\`, which is ${show(created_at)}`,
    actual: `it is ${show(exp)}, ${days.toFixed(1)} days after`,
  }),
  'key-shown-again': ({ answer }) => ({
    expected: 'a created key appears in no answer except the one that created it',
    actual: `it is in ${answer}`,
  }),
  'key-refused': ({ name, status }) => ({
    expected: `an API key with the name ${show(name)} is created`,
    actual: `refused with ${status}`,
  }),
  'key-fields': ({ faults }) => ({
    expected: 'the answer has the six fields of an API key with their types',
    actual: faultWords(faults),
  }),
  'key-has-another-name': compared(() => '`name` of the created key'),
  'nameless-key-accepted': ({ body, status }) => ({
    expected: namelessIsRefused(body),
    actual: `accepted with ${status}`,
  }),
  'nameless-key-created': ({ body, status }) => ({
    expected: namelessIsRefused(body),
    actual: `refused with ${status}, but a key was created anyway`,
  }),
  'keys-of-one-caller-differ': ({ field, values }) => ({
    expected: `all keys that one caller creates have the same \`${field}\``,
    actual: `they have ${values.map(show).join(' and ')}`,
  }),
  'keys-share': ({ field, value }) => ({
    expected: `no two API keys share \`${field}\``,
    actual: `two of those created in this run do${value === null ? '' : `: ${show(value)}`}`,
  }),
  'created-key-refused': ({ operation, key, status }) => ({
    expected: `${requestWords(operation)} with ${key} is accepted, as with the key that created it`,
    actual: `refused with ${status}`,
  }),
  'created-at-is-off': ({ answeredAt, created_at }) => ({
    expected: `\`created_at\` is about ${new Date(answeredAt).toISOString()}, the \`Date\` of the answer`,
    actual: `it is ${show(created_at)}`,
  }),
  'created-at-stands-still': ({ created_at }) => ({
    expected: 'keys created one after the other differ in `created_at`',
    actual: `it is ${show(created_at)} for both, though their answers are seconds apart`,
  }),
};

function namelessIsRefused(body: unknown): string {
  return `the body ${show(body)}, which has no \`name\`, is refused, and no key is created`;
}

function tokenFaultWords(fault: TokenFault): string {
  switch (fault.is) {
    case 'of other parts':
      return `it has ${fault.parts} parts, not 3`;
    case 'no base64url':
      return 'a part of it is not base64url';
    case 'without a header':
      return 'its header is not a JSON object';
    case 'without a payload':
      return 'its payload is not a JSON object';
    case 'unsigned':
      return `it is not signed: \`alg\` is ${fault.alg === undefined ? 'missing' : show(fault.alg)}`;
    case 'of an empty signature':
    default:
      return 'its signature is empty';
  }
}
