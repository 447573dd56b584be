/** API keys that cannot be keys: the error says where each comes from, and shows none. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTargetFile, targetFromEnvironment } from './read-target-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-conformance-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const baseUrl = 'https://staging.example.com';

async function reading(
  fields: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
) {
  const file = path.join(folder, 'target.json');
  await writeFile(file, JSON.stringify({ baseUrl, token: 'k', ...fields }));
  return readTargetFile(file, environment);
}

describe('an API key', () => {
  it('has no white space at its ends, wherever it comes from', async () => {
    expect(targetFromEnvironment(baseUrl, { OUTREACH_TOKEN: 'a.b.c\n' })).toMatchObject({ token: 'a.b.c' });
    expect(await reading({ token: '${KEY}', otherAccountToken: ' d ' }, { KEY: 'a.b.c\r\n' })).toMatchObject({
      token: 'a.b.c',
      otherAccountToken: 'd',
    });
  });

  it.each([
    [
      { token: '${KEY}' },
      { KEY: 'Bearer a.b.c' },
      /^`token` in .*target\.json, from the environment variable KEY begins with "Bearer "/,
    ],
    [{ token: 'bearer a.b.c' }, {}, /^`token` in .*target\.json begins with "bearer ": give the key alone/],
    [
      { expiredToken: '${OLD}' },
      { OLD: 'a b' },
      /^`expiredToken` in .*, from the environment variable OLD has a space/,
    ],
    [{ otherAccountToken: 'k' }, {}, /^`otherAccountToken` in .* is the same key as `token` in /],
  ])('of %j is refused, and the error says where it comes from', async (fields, environment, says) => {
    const refused = reading(fields, environment);
    await expect(refused).rejects.toThrow(says);
    await expect(refused).rejects.not.toThrow(/a\.b\.c/);
  });

  it('of the environment is named by its variable', () => {
    expect(() => targetFromEnvironment(baseUrl, { OUTREACH_TOKEN: 'Bearer a.b.c' })).toThrow(
      /^the environment variable OUTREACH_TOKEN begins with "Bearer "/,
    );
  });
});
