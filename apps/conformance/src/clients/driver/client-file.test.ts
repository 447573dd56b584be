import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readBackoff, readClientFile } from './client-file.ts';

async function read(text: string): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'client-file-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const file = path.join(folder, 'client.json');
  await writeFile(file, text);
  return readClientFile(file);
}

it('reads a client file with comments, and fills in what a policy leaves out', async () => {
  const text = '{ "command": ["node", "driver.mjs"], /* as documented */ "backoff": { "base": 200 }, }';
  expect(await read(text)).toEqual({
    command: ['node', 'driver.mjs'],
    backoff: {
      base: 200,
      factor: 2,
      cap: null,
      floor: 0,
      jitter: 'none',
      addedJitter: 0,
      attempts: null,
      retryAfterDates: true,
      from: 'end',
    },
  });
});

it('names an unknown key of a client file', async () => {
  await expect(read('{ "comand": ["node"] }')).rejects.toThrow('did you mean `command`?');
});

it.for([
  ['no base', {}],
  ['a base that is not a number', { base: '200' }],
  ['an unknown jitter', { base: 200, jitter: 'some' }],
  ['an unknown field', { base: 200, multiplier: 2 }],
  ['an addition that is negative', { base: 200, addedJitter: -1 }],
  ['a floor that is not a number', { base: 200, floor: null }],
])('says why a declared policy cannot be read: %s', ([, declared]) => {
  expect(() => readBackoff(declared)).toThrow('the `backoff` that the driver declares cannot be read');
});
