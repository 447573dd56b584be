/** A sandbox on a socket: for browsers, and with answers that a test plans. */
import { describe, expect, test } from 'vitest';
import { createSandbox, serveSandbox } from '../src/index.ts';
import type { Sandbox, SandboxOptions } from '../src/index.ts';

interface Served extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly list: string;
  readonly headers: Record<string, string>;
}

async function serve(options: SandboxOptions = {}): Promise<Served> {
  const sandbox = await createSandbox(options);
  const served = await serveSandbox(sandbox);
  return {
    sandbox,
    list: `${served.url}/integrations/api/webhooks`,
    headers: { authorization: `Bearer ${sandbox.accounts[0].token}`, origin: 'http://page.example' },
    [Symbol.asyncDispose]: async () => {
      await served.close();
      sandbox.close();
    },
  };
}

describe('pages of other origins', () => {
  const asks = {
    origin: 'http://page.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,content-type',
  };

  test('may call it where `cors` is set, and read when to come back', async () => {
    await using served = await serve({ cors: true });
    const preflight = await fetch(served.list, { method: 'OPTIONS', headers: asks });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(served.sandbox.record).toEqual([]);
    served.sandbox.limitNext(1, { retryAfter: 2 });
    const limited = await fetch(served.list, { headers: served.headers });
    expect([limited.status, limited.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    expect(limited.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('may not where it is not', async () => {
    await using served = await serve();
    const preflight = await fetch(served.list, { method: 'OPTIONS', headers: asks });
    expect([preflight.ok, preflight.headers.get('access-control-allow-origin')]).toEqual([false, null]);
    const response = await fetch(served.list, { headers: served.headers });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

test('an answer that fails is a dead connection', async () => {
  await using served = await serve();
  const { headers, list, sandbox } = served;
  sandbox.answerNext(1, () => Response.error());
  await expect(fetch(list, { headers })).rejects.toThrow('fetch failed');
  sandbox.answerNext(1, () => new Response('made up', { status: 502 }));
  expect(await (await fetch(list, { headers })).text()).toBe('made up');
  expect((await fetch(list, { headers })).status).toBe(200);
});
