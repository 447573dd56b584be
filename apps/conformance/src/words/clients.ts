/** Words for breaches of the statements on clients. */
import type { ClientBreaches } from '../rules/breaches/clients.ts';
import { backoffWords } from './backoff.ts';
import { counted } from '@outreach-api/report/plural';
import { show, type Words } from './sides.ts';

const conditionForms =
  'a condition of a filter is a scalar, a list of scalars, an object of an operator (`=`, `!=`, `<`, `<=`, `>`, `>=`, `<>`), `is_null` or `is_not_null`';

export const clientWords: Words<ClientBreaches> = {
  'no-credential': ({ request }) => ({
    expected: `${request} carries \`Authorization: Bearer <key>\``,
    actual: `${request} carries no credential`,
  }),
  'credential-of-another-scheme': ({ request, scheme }) => ({
    expected: `${request} carries \`Authorization: Bearer <key>\``,
    actual: `the header \`Authorization\` of ${request} names the scheme ${scheme}`,
  }),
  'another-key': ({ request }) => ({
    expected: `${request} carries the key that the client was given`,
    actual: `${request} carries another one`,
  }),
  'body-of-another-type': ({ request, contentType }) => ({
    expected: `${request}, which has a body, has \`Content-Type: application/json\``,
    actual: contentType === null ? 'it has no such header' : `it says ${show(contentType)}`,
  }),
  'body-is-no-json': ({ request, text }) => ({
    expected: `the body of ${request} is JSON`,
    actual: `it is ${show(text)}`,
  }),
  ...backoffWords,
  'test-lacks-a-field': ({ name, value }) => ({
    expected: `\`POST /integrations/api/webhooks/test\` sends \`${name}\``,
    actual: `\`${name}\` is ${show(value)}`,
  }),
  'test-changes-a-field': ({ name, value, asked }) => ({
    expected: `\`POST /integrations/api/webhooks/test\` sends \`${name}\` as it was given, ${show(asked)}`,
    actual: `\`${name}\` is ${show(value)}`,
  }),
  'walk-goes-past-the-end': ({ last, offset }) => ({
    expected:
      'after `has_more: false` the walk over `GET /integrations/api/webhooks` requests no further page',
    actual: `after the page at offset ${last} had said so, it requested offset ${offset}`,
  }),
  'walk-returns-records-twice': ({ total, returned, distinct }) => ({
    expected: eachOnce(total),
    actual: `it returned ${counted(returned, 'record')}, of which ${distinct} are distinct`,
  }),
  'walk-returns-another-number': ({ total, returned }) => ({
    expected: eachOnce(total),
    actual: `it returned ${returned}`,
  }),
  'filter-is-no-object': ({ filter }) => ({
    expected: 'a filter maps names of fields to conditions',
    actual: `it is ${show(filter)}`,
  }),
  'condition-of-no-form': ({ field, condition }) => ({
    expected: conditionForms,
    actual: `that of \`${field}\` is ${show(condition)}`,
  }),
  'filter-not-sent': ({ asked }) => ({
    expected: filterAsAsked(asked),
    actual: 'the request for the list carries no filter',
  }),
  'another-filter-sent': ({ asked, filter }) => ({
    expected: filterAsAsked(asked),
    actual: `it is ${show(filter)}`,
  }),
  'retry-of-another-request': ({ request, target, retried }) => ({
    expected: `${sameAgain(request)}, \`${target}\``,
    actual: `it is \`${retried}\``,
  }),
  'retry-with-another-body': ({ request, body, retried }) => ({
    expected: `${sameAgain(request)}, with the body ${show(body)}`,
    actual: `its body is ${show(retried)}`,
  }),
  'retry-with-another-credential': ({ request }) => ({
    expected: `${sameAgain(request)}, with the same credential`,
    actual: 'its credential is another one, or none',
  }),
  'creation-fails': () => ({
    expected: handedOver,
    actual: 'the call failed, although the key was created',
  }),
  'key-not-handed-over': () => ({
    expected: handedOver,
    actual: 'what the caller got does not contain it',
  }),
};

const handedOver =
  'the caller of `POST /id/api/jwt-tokens/create-api-key` gets `last_token` as the service answered it';

function eachOnce(total: number): string {
  return `the walk over \`GET /integrations/api/webhooks\` returns each of the ${counted(total, 'record')} once`;
}

function filterAsAsked(asked: unknown): string {
  return `the filter is the one that the caller asked for, ${show(asked)}`;
}

function sameAgain(request: string): string {
  return `the retry of ${request} after 429 is the same request`;
}
