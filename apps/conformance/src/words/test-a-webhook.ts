/** Words for breaches of the section Test a webhook. */
import type { WebhookTestBreaches } from '../rules/breaches/test-a-webhook.ts';
import type { AnswerBody } from '@outreach-api/wire/received-call';
import { counted } from '@outreach-api/report/plural';
import { compared, show, type Words } from './sides.ts';

type NamedTest = WebhookTestBreaches['nothing-called']['test'];
type PartialTest = WebhookTestBreaches['partial-test-called']['test'];

export const webhookTestWords: Words<WebhookTestBreaches> = {
  'another-address-called': ({ test, path, called }) => ({
    expected: `${testWords(test)} calls ${path}`,
    actual: `called ${called}`,
  }),
  'nothing-called': ({ test, path, status }) => ({
    expected: `${testWords(test)} calls ${path}`,
    actual: `answered with ${status}, but nothing was called`,
  }),
  'test-refused-for-its-address': ({ test, path, plain, status }) => ({
    expected: `${testWords(test)} calls ${path}`,
    actual: `refused with ${status}; accepted with ${plain}`,
  }),
  'another-method-called': compared(({ test }) => `the method of the call of ${testWords(test)}`),
  'post-test-refused': ({ status }) => ({
    expected: 'a test with POST is accepted',
    actual: `refused with ${status}`,
  }),
  'all-other-methods-refused': ({ methods, statuses }) => ({
    expected: `at least one of ${methods.join(', ')} is accepted`,
    actual: `refused with ${statuses.join(', ')}`,
  }),
  'response-not-returned': ({ test, marker, target, status, text }) => ({
    expected: `the answer to ${testWords(test)} contains what the called address answered: its status ${target}, or its body with \`${marker}\``,
    actual: `answered with ${status} and ${show(text)}`,
  }),
  'test-refused-for-a-success': ({ test, target, body, status }) => ({
    expected: `${testWords(test)} is accepted whatever success the called address answers with, here ${target} with ${bodyWords[body]}`,
    actual: `called and refused with ${status}; accepted where the address answers 200 in JSON`,
  }),
  'call-without-payload': ({ test, bytes }) => ({
    expected: `the call of ${testWords(test)} carries a payload`,
    actual: bytes === 0 ? 'it has no body' : `it has a body of ${counted(bytes, 'byte')} without any data`,
  }),
  'called-again': ({ test, calls }) => ({
    expected: `${testWords(test)} calls its target once`,
    actual: `called ${counted(calls, 'time')}`,
  }),
  'called-later': ({ calls }) => ({
    expected: 'no call comes later',
    actual: `later calls: ${calls.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
  }),
  'test-listed-as-webhook': ({ record }) => ({
    expected: 'earlier tests are not listed as webhooks',
    actual: `listed: ${show(record)}`,
  }),
  'tested-webhook-changed': compared(() => 'the webhook that tests named'),
  'list-changed-by-tests': ({ tests, what, record }) => ({
    expected: `the list of webhooks is the same after ${afterWords(tests)} as before`,
    actual: `${what}: ${show(record)}`,
  }),
  'total-changed-by-tests': ({ tests, before, after }) => ({
    expected: `the list of webhooks is the same after ${afterWords(tests)} as before`,
    actual: `\`total\` was ${before} and is ${after}`,
  }),
  'lone-uuid-not-422': ({ exists, by, of, status }) => ({
    expected: `a test with only the uuid of ${exists ? `a webhook${by === 'another account' ? ' of another account' : ''}` : of}${by === 'a created key' ? ', sent with a new key,' : ''} is answered with 422`,
    actual: `answered with ${status}`,
  }),
  'partial-test-called': ({ test, status }) => ({
    expected: `${partialTestWords(test)} calls nothing`,
    actual: `refused with ${status}, but the address was called anyway`,
  }),
  'partial-test-accepted': ({ test, status }) => ({
    expected: `${partialTestWords(test)} is refused`,
    actual: `accepted with ${status}`,
  }),
  'nothing-called-with-uuid': ({ test, like, status }) => ({
    expected: `${testWords(test)} calls its target, as ${testWords(like)} does`,
    actual: `answered with ${status}, but nothing was called`,
  }),
  'test-refused-for-its-uuid': ({ test, like, status }) => ({
    expected: `${testWords(test)} is accepted, as ${testWords(like)} is`,
    actual: `refused with ${status}`,
  }),
};

const withUuid: Readonly<Record<NamedTest['uuid'], string>> = {
  none: 'without uuid',
  fresh: 'with the uuid of no webhook',
  known: 'with the uuid of a webhook',
};

const bodyWords: Readonly<Record<AnswerBody, string>> = {
  json: 'JSON',
  error: 'JSON that speaks of an error',
  text: 'plain text',
  html: 'HTML',
  list: 'a JSON array',
  null: 'the JSON value null',
  xml: 'XML',
  'no JSON': 'text that it calls JSON',
  'long text': 'a long text',
  none: 'no body',
};

/** A test: `a POST test with the uuid of a webhook`. */
function testWords({ method, uuid, status, repeats }: NamedTest): string {
  const failing = status < 300 ? '' : `, whose target answers ${status},`;
  return `a ${method} test ${withUuid[uuid]}${failing}${repeats ? ', sent again,' : ''}`;
}

function partialTestWords({ lacks, uuid, request_method, isUuidAlone }: PartialTest): string {
  const whose = `the uuid of ${uuid === 'known' ? 'a' : 'no'} webhook`;
  if (isUuidAlone) return `a test with only ${whose}`;
  const which = lacks.includes('request_method') ? 'a test' : `a ${request_method} test`;
  return `${which} without ${lacks.join(', ')}${uuid === 'none' ? '' : ` and with ${whose}`}`;
}

function afterWords(tests: number | null): string {
  return tests === null ? 'all tests' : counted(tests, 'test');
}
