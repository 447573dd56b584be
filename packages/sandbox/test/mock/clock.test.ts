/** A mock under a clock set by a test: which credentials are valid, and when created keys expire. */
import { describe, expect, test } from 'vitest';
import { mockOutreach } from '../../src/mock/mock-fetch.ts';
import type { OutreachMock } from '../../src/mock/mock-fetch.ts';

function ask(sandbox: OutreachMock, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
  return sandbox.fetch(`${sandbox.baseUrl}${path}`, { headers, ...init });
}

/** A field of an answer's JSON object. */
async function field(response: Response, name: string): Promise<unknown> {
  return new Map<string, unknown>(Object.entries(Object(await response.json()))).get(name);
}

describe.each(['2001-01-01', '2031-01-01', '2060-01-01'])('under a clock that says %s', (day) => {
  const now = (): Date => new Date(`${day}T00:00:00Z`);
  const statusOf = async (sandbox: OutreachMock, token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await ask(sandbox, '/integrations/api/webhooks', { headers })).status;
  };

  test.each(['usual', 'wide'] as const)(
    'its credentials are what they are said to be: %s',
    async (jwtClaims) => {
      using sandbox = mockOutreach({ dialect: { jwtClaims } });
      const { token, accounts } = sandbox;
      sandbox.use({ now });
      expect(sandbox.token).toBe(token);
      for (const { colleagueToken, expiredToken } of [...accounts, ...sandbox.accounts]) {
        expect(await statusOf(sandbox, token)).toBe(200);
        expect(await statusOf(sandbox, colleagueToken)).toBe(200);
        expect(await statusOf(sandbox, expiredToken)).toBe(401);
      }
      sandbox.reset();
      expect(await statusOf(sandbox, token)).toBe(200);
      expect(await statusOf(sandbox, accounts[0].expiredToken)).toBe(401);
    },
  );

  test('a key that was created ends after 3 years, and the own ones go on', async () => {
    let time = now();
    using sandbox = mockOutreach();
    sandbox.use({ now: () => time });
    const body = JSON.stringify({ name: 'made here' });
    const made = await ask(sandbox, '/id/api/jwt-tokens/create-api-key', { method: 'POST', body });
    const key = String(await field(made, 'last_token'));
    time = new Date(time.getTime() + 1094 * 86_400_000);
    expect(await statusOf(sandbox, key)).toBe(200);
    time = new Date(time.getTime() + 2 * 86_400_000);
    expect(await statusOf(sandbox, key)).toBe(401);
    expect(await statusOf(sandbox, sandbox.token)).toBe(200);
  });
});
