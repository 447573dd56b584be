/** Bodies are read in whatever form an archive holds them; what its writer has cut or changed is not read. */
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  archive,
  baseUrl,
  entry,
  list,
  type EntryParts,
  type Fields,
} from '../../../test/archive-holding.ts';
import { exchangesIn } from './har-exchanges.ts';
import type { PassingExchange } from '../passing-exchange.ts';

async function read(parts: EntryParts): Promise<PassingExchange | undefined> {
  return exchangesIn(await archive(entry(parts)), baseUrl).exchanges[0];
}

function answeredWith(headers: Readonly<Record<string, string>>): Fields {
  return { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) };
}

function compressed(name: 'gzip' | 'br' | 'zstd'): string {
  const compress = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }[name];
  return compress(Buffer.from('{"a":"ü"}')).toString('base64');
}

it.each<[string, EntryParts, object | null]>([
  [
    'base64',
    { content: { text: Buffer.from('{"a":"ü"}').toString('base64'), encoding: 'base64', size: 10 } },
    { kind: 'text', text: '{"a":"ü"}' },
  ],
  ['the size of the compressed body', { content: { size: 3 } }, { kind: 'text' }],
  ['a body that was cut', { content: { size: 100_000, text: '{"data":[{"uu' } }, { kind: 'unknown' }],
  [
    'a body that was cut, with its size',
    { content: { size: 13, text: '{"data":[{"uu' }, response: answeredWith({ 'Content-Length': '900' }) },
    { kind: 'unknown' },
  ],
  [
    'a compressed body that was cut, with its size',
    { content: { size: 13, text: '{"data":[{"uu' }, response: answeredWith({ 'Content-Encoding': 'gzip' }) },
    { kind: 'unknown' },
  ],
  [
    'what the server sent as JSON although it is none, if the length agrees',
    { content: { size: 13, text: '{"data":[{"uu' }, response: answeredWith({ 'Content-Length': '13' }) },
    { kind: 'text', text: '{"data":[{"uu' },
  ],
  ['sizes that count twice, as of browsertime', { content: { size: 142 } }, { kind: 'text' }],
  ...(['gzip', 'br', 'zstd', undefined] as const).map((name): [string, EntryParts, object] => [
    `base64 of what is still compressed: ${name ?? 'by a server that is not shown to say so'}`,
    {
      content: { text: compressed(name ?? 'gzip'), encoding: 'base64' },
      response: answeredWith(name === undefined ? {} : { 'Content-Encoding': name }),
    },
    { kind: 'text', text: '{"a":"ü"}' },
  ]),
  [
    'base64 that does not say so',
    { content: { text: Buffer.from('{"a":"ü","b":1}').toString('base64') } },
    { kind: 'text', text: '{"a":"ü","b":1}' },
  ],
  [
    'base64 of what is still compressed, and does not say so',
    { content: { text: compressed('gzip') } },
    { kind: 'text', text: '{"a":"ü"}' },
  ],
  [
    'base64 of anything else',
    { content: { text: btoa('\xff'.repeat(30)), encoding: 'base64' } },
    { kind: 'unknown' },
  ],
  ['bytes that were read as text', { content: { text: '\u001F\uFFFD\u0008\u0000' } }, { kind: 'unknown' }],
  [
    'a hidden Content-Type',
    { response: answeredWith({ 'Content-Type': '[FILTERED]' }) },
    { kind: 'unknown' },
  ],
  [
    'a small one, which compression made larger',
    { content: { size: 70, compression: -10 } },
    { kind: 'text' },
  ],
  ['a comment that says so', { content: { comment: 'Response body is truncated' } }, { kind: 'unknown' }],
  ['no body where one may have been', { content: { text: undefined } }, { kind: 'unknown' }],
  [
    'none if there can be none',
    { content: { text: undefined }, response: { status: 204 } },
    { kind: 'none' },
  ],
  ['an answer that never came', { response: { status: 0, content: {} } }, null],
])('reads answers: %s', async (_, archived, body) => {
  const exchange = await read(archived);
  if (body === null) expect(exchange?.answer).toBeNull();
  else expect(exchange?.answer?.body).toMatchObject(body);
});

it.each<[string, Fields, object]>([
  [
    'text',
    { postData: { mimeType: 'application/json', text: '{}' }, bodySize: 2 },
    { kind: 'text', text: '{}' },
  ],
  ['none', { bodySize: 0 }, { kind: 'none' }],
  ['one that is left out', { bodySize: 7 }, { kind: 'unknown' }],
  ['an empty one', { bodySize: 0, postData: { mimeType: '', text: '' } }, { kind: 'none' }],
  ['one that Playwright leaves out', { bodySize: 7, postData: { text: '' } }, { kind: 'unknown' }],
  ['one of unknown size', { bodySize: -1, postData: { text: '' } }, { kind: 'unknown' }],
  [
    'one that was cut, with its size',
    {
      headers: [{ name: 'Content-Length', value: '90' }],
      postData: { mimeType: 'application/json', text: '{"name":"x' },
      bodySize: 10,
    },
    { kind: 'unknown' },
  ],
  [
    'one of which the Content-Type is hidden',
    { headers: [{ name: 'Content-Type', value: '***' }], postData: { text: '{}' }, bodySize: 2 },
    { kind: 'unknown' },
  ],
  [
    'base64 that does not say so',
    { postData: { text: btoa('{"name":"of a client"}') } },
    { kind: 'text', text: '{"name":"of a client"}' },
  ],
  [
    'one of a stream',
    { headers: [{ name: 'content-type', value: 'application/json' }] },
    { kind: 'unknown' },
  ],
])('reads what was sent: %s', async (_, request, body) => {
  const exchange = await read({ method: 'POST', url: `${list}/test`, request });
  expect(exchange?.request.body).toMatchObject(body);
});
