/** The client in a real browser: from a page on loopback, against the sandbox. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { findChromium, openChromium } from '@outreach-api/chromium-for-tests';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { Given, Seen } from './page.ts';

const chromium = findChromium();

async function bundledPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@outreach-api/source'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves a page that loads the bundled client; its address. */
async function servePage(): Promise<AsyncDisposable & { readonly url: string }> {
  const script = await bundledPage();
  const server = createServer(({ url }, response) => {
    if (url === '/page.js') response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script);
    else if (url === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<!doctype html><title>page</title><script type="module" src="/page.js"></script>');
    } else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

// Without Chromium it is skipped, and `findChromium` says so on stderr; in CI it throws.
test.skipIf(chromium === null)('lists, iterates, updates and deletes in Chromium', async () => {
  const sandbox = await createSandbox({ cors: true, webhooks: 47 });
  const closed = await createSandbox({ cors: false });
  const [served, servedClosed] = [await serveSandbox(sandbox), await serveSandbox(closed)];
  await using page = await servePage();
  await using browser = await openChromium(chromium ?? '');
  const [account] = sandbox.accounts;
  const uuids = account.webhooks();
  const [profile = ''] = account.senderProfiles();
  const [webhook = ''] = uuids;
  const { token } = account;

  const tab = await browser.newPage();
  await tab.goto(page.url);
  await tab.waitForFunction('typeof useClient === "function"');
  const call = async <Result>(name: string, given: Partial<Given>): Promise<Result> =>
    tab.evaluate<Result>(`${name}(${JSON.stringify(given)})`);
  sandbox.limitNext(1, { retryAfter: 1, operation: 'senderProfiles.update' });
  const seen = await call<Seen>('useClient', { baseUrl: served.url, token, profile, webhook });
  const failure = await call<string>('failureOfList', { baseUrl: servedClosed.url, token });

  expect(seen).toEqual({
    total: 47,
    firstPage: uuids.slice(0, 3),
    walked: uuids,
    waits: [1000],
    label: 'Élan',
    labelReadAgain: 'Élan',
    afterDeletion: 'NotFoundError 404',
  } satisfies Seen);
  expect(sandbox.record.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    'webhooks.list 200',
    'webhooks.list 200',
    'webhooks.list 200',
    'webhooks.list 200',
    'senderProfiles.update 429',
    'senderProfiles.update 200',
    'senderProfiles.get 200',
    'webhooks.delete 204',
    'webhooks.delete 404',
  ]);
  expect(failure).toBe('NetworkError');
  await Promise.all([served.close(), servedClosed.close()]);
  sandbox.close();
  closed.close();
});
