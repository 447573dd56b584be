import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { codingsOf, decoders } from './content-coding.ts';

const body = Buffer.from('{"data":[],"total":0}');
const options = { maxOutputLength: body.length };

it.each([
  ['gzip', gzipSync(body)],
  ['x-gzip', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['deflate', deflateSync(body, { level: 0, windowBits: 9 })],
  ['deflate', deflateRawSync(body)],
  ['deflate', deflateRawSync(body, { level: 0 })],
  ['br', brotliCompressSync(body)],
  ['zstd', zstdCompressSync(body)],
])('undoes %s (%#)', (name, encoded) => {
  expect(decoders[name]?.(encoded, options)).toEqual(body);
  expect(() => decoders[name]?.(encoded, { maxOutputLength: 1 })).toThrow('larger than');
});

it('undoes the last coding first, and none where there is none', () => {
  expect(codingsOf('Deflate, identity,, GZIP')).toEqual(['gzip', 'deflate']);
  expect(codingsOf(undefined)).toEqual([]);
});
