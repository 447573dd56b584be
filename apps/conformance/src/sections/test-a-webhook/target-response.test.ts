/** The search for a target's response, on the forms in which services return it and on what is no response. */
import { describe, expect, test } from 'vitest';
import { holdsResponse, type HoldingAnswer } from './target-response.ts';

const response = { status: 207, marker: 'marker-0badc0ffee12-4' };
const body = JSON.stringify({ received: response.marker });
const bytes = Buffer.from(body);
const base64 = bytes.toString('base64');
const inLines = base64.replaceAll(/.{20}/g, '$&\r\n');
const statusAsJson = JSON.stringify({ status: 207 });

/** What to look for, the text of an answer, and its other parts. */
type Case = [what: string, text: string, rest?: Partial<HoldingAnswer>];

function isHeld(text: string, rest: Partial<HoldingAnswer> = {}): boolean {
  return holdsResponse({ status: 200, text, ...rest }, response);
}

describe('the status is found', () => {
  test.each<Case>([
    ['as the status of the answer', '', { status: 207 }],
    ['as a number in JSON', '{"result":[{"code":207}]}'],
    ['as a text in JSON', '{"code":"207"}'],
    ['as a name in JSON', '{"207":"Multi-Status"}'],
    ['in JSON in JSON', JSON.stringify({ ok: true, result: statusAsJson })],
    ['in JSON in JSON in JSON', JSON.stringify({ result: JSON.stringify({ inner: statusAsJson }) })],
    ['in JSON in percent signs', JSON.stringify({ result: encodeURIComponent(statusAsJson) })],
    ['in JSON in base64', JSON.stringify({ result: Buffer.from(statusAsJson).toString('base64') })],
    ['behind a colon', 'status:207'],
    ['behind a colon and a name with a digit', 'http2:207'],
    ['behind HTTP', 'HTTP207'],
    ['behind another word', '{"outcome":"response-207"}'],
    ['before its name', '{"outcome":"207_MULTI_STATUS"}'],
    ['before a duration', '{"outcome":"207:12ms"}'],
    ['behind HTTP_', '{"is":"HTTP_207"}'],
    ['before a colon', 'HTTP/1.1 207: Multi-Status'],
    ['at the end of a sentence', 'The target answered 207.'],
    ['in a form', 'status=207&body='],
    ['in XML', '<status>207</status>'],
    ['as Python writes it', "{'status':207}"],
    ['in lines of JSON', '{"status":207}\n{"done":true}'],
    ['in an event stream', 'event: response\ndata: {"status":207}\n\n'],
    ['in a header', '{}', { headers: { 'x-target-status': '207' } }],
    ['in JSON in a header', '{}', { headers: { 'x-target-response': statusAsJson } }],
  ])('%s', (_, text, rest = {}) => {
    expect(isHeld(text, rest)).toBe(true);
    expect(holdsResponse({ status: 200, text, ...rest }, { ...response, status: 208 })).toBe(false);
  });
});

describe('the body is found', () => {
  test.each<Case>([
    ['as it is', body],
    ['in JSON with escapes', body.replaceAll('-', '\\u002d')],
    ['in base64', JSON.stringify({ body: base64 })],
    ['in base64 with a line break at its end', JSON.stringify({ body: `${base64}\n` })],
    ['in base64 in lines', JSON.stringify({ body: inLines })],
    ['in base64 for addresses', JSON.stringify({ body: bytes.toString('base64url') })],
    ['in a data URI', JSON.stringify({ body: `data:application/json;base64,${base64}` })],
    ['in base64 as the whole answer', base64],
    ['in base64 in a text', `HTTP/1.1 2xx\n\n<body>${base64}</body>`],
    ['in base64 in an event stream', `data: ${JSON.stringify({ body: inLines })}\n\n`],
    ['in hexadecimal', JSON.stringify({ body: bytes.toString('hex') })],
    ['in hexadecimal as databases write it', JSON.stringify({ body: `\\x${bytes.toString('hex')}` })],
    ['as a buffer', JSON.stringify({ body: bytes })],
    ['as bytes', JSON.stringify([...bytes])],
    ['as bytes by their places', JSON.stringify(new Uint8Array(bytes))],
    ['in a header', '{}', { headers: { 'x-target-body': base64 } }],
  ])('%s', (_, text, rest = {}) => {
    expect(isHeld(text, rest)).toBe(true);
    const other = { status: 226, marker: 'marker-0badc0ffee12-5' };
    expect(holdsResponse({ status: 200, text, ...rest }, other)).toBe(false);
  });
});

describe('nothing is found', () => {
  test.each<Case>([
    ['in nothing', ''],
    ['in another status', '{"status":200,"body":""}'],
    ['in a time', 'sent at 12:07:207'],
    ['in a fraction', '{"at":"2026-11-21T15:00:00.207Z"}'],
    ['in a duration', '{"took":"0.207 s"}'],
    ['in a uuid', '{"id":"c0ffee00-207f-4bad-8207-0123456789207"}'],
    ['in an address', '{"target_url":"http://127.0.0.207:207/outreach-conformance-ab-207?x=a%207"}'],
    ['in a longer number', '{"status":2070,"other":1207}'],
    [
      'in base64 of something else',
      JSON.stringify({ body: Buffer.from('nothing to see').toString('base64') }),
    ],
    ['in headers that count', '{}', { headers: { 'content-length': '207', 'x-ratelimit-remaining': '207' } }],
    ['in the request', JSON.stringify({ request_method: 'POST', event: 'sender_profile_sent_email' })],
    ['deep in brackets', JSON.stringify({ body: '['.repeat(40_000) + ']'.repeat(40_000) })],
    ['deep in base64', nested(12)],
  ])('%s', (_, text, rest = {}) => {
    expect(isHeld(text, rest)).toBe(false);
  });
});

/** Base64 of base64, nested so deep that no service would return it. */
function nested(depth: number): string {
  return depth === 0 ? body : Buffer.from(nested(depth - 1)).toString('base64');
}
