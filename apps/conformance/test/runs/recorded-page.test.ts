/** A page in a browser uses the API: the export of its network panel shows what server and page have broken. */
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium, openChromium } from '@outreach-api/chromium-for-tests';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readReport } from '../../src/report/read-report.ts';
import { commandInRealTime } from '../command-in-process.ts';
import { recordedPage, type PanelExports, type RecordedVisit } from '../recorded-page.ts';
import { partsOf, revealedIn } from '../revealed-in.ts';
import { closed, listening } from '../services/forwarding.ts';

const chromium = findChromium();

/**
 * What the page does once `begin` is called: it walks the list, creates a key with the content type that it is given, and
 * reads a profile. Nothing that is judged depends on how long anything takes.
 */
const script = `
  const headers = { authorization: 'Bearer ' + token };
  const ask = async (path) => (await fetch(baseUrl + path, { headers })).json();
  globalThis.begin = async () => {
    for (let offset = 0; offset < 100; offset += 20) await ask('/integrations/api/webhooks?limit=20&offset=' + offset);
    const created = await fetch(baseUrl + '/id/api/jwt-tokens/create-api-key', {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body: '{"name":"of a page"}',
    });
    await created.text();
    await ask('/flows/api/sender-profiles/00000000-0000-4000-8000-000000000000');
    document.title = 'done';
  };`;

let folder: string;
let token: string;
let ofPanel: PanelExports;
/** The same page, recorded by Playwright: with and without bodies. */
const ofPlaywright: Record<'embed' | 'omit', string> = { embed: '', omit: '' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-recorded-'));
  if (chromium === null) return;
  const sandbox = await createSandbox({ twin: 'has-more-always-true', cors: true });
  const served = await serveSandbox(sandbox);
  ({ token } = sandbox.accounts[0]);
  const site: Server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>at work</title><script>${script}</script>`);
  });
  const port = await listening(site);
  const before = (contentType: string): string =>
    `Object.assign(globalThis, ${JSON.stringify({ baseUrl: served.url, token, contentType })});`;
  ofPanel = await recordedPage(chromium, {
    url: `http://127.0.0.1:${port}/`,
    before: before('text/plain'),
    last: '/flows/api/sender-profiles/',
  });
  const browser = await openChromium(chromium);
  for (const content of ['embed', 'omit'] as const)
    ofPlaywright[content] = await byPlaywright(browser, content, {
      url: `http://127.0.0.1:${port}/`,
      before: before('application/json'),
    });
  await browser.close();
  await closed(site);
  await served.close();
  sandbox.close();
});

/** What Playwright itself records (`recordHar`) while the page runs. */
async function byPlaywright(
  browser: Awaited<ReturnType<typeof openChromium>>,
  content: 'embed' | 'omit',
  { url, before }: Pick<RecordedVisit, 'url' | 'before'>,
): Promise<string> {
  const file = path.join(folder, `${content}.har`);
  const context = await browser.newContext({ recordHar: { path: file, content } });
  const page = await context.newPage();
  await page.addInitScript(before);
  await page.goto(url);
  await page.evaluate('void begin()');
  await page.waitForFunction('document.title === "done"');
  await context.close();
  return readFile(file, 'utf8');
}

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function judged(har: string): Promise<Awaited<ReturnType<typeof commandInRealTime>>> {
  await writeFile(path.join(folder, 'page.har'), har);
  const args = ['judge', '--har', 'page.har', '--json', 'page.json', '--html', 'page.html'];
  return commandInRealTime(args, { cwd: folder });
}

it.skipIf(chromium === null)(
  'finds what the server has broken, and says what it could not decide',
  async () => {
    const { code, stdout } = await judged(ofPanel.sanitized);
    const { rules, recording } = await readReport(path.join(folder, 'page.json'));
    const words = Object.fromEntries(
      rules.map(({ id, verdict, reason }) => [id, `${verdict}: ${reason ?? ''}`]),
    );
    expect(stdout).toContain('BREACH PAGE-06');
    expect(code).toBe(1);
    expect(words['PAGE-06']).toBe('fail: seen in 3 of 5 exchanges that show it');
    expect(words['CLI-01']).toBe('skipped: the recording leaves out the credentials of clients');
    expect(words['CLI-02']).toMatch(/^fail: /);
    expect(words['PAGE-07']).toContain('skipped: no recording decides it');
    expect(recording?.leftOut.map(({ why }) => why)).toContain('preflights of a browser (OPTIONS)');
    expect(revealedIn(stdout, new Set(partsOf(token, 16)))).toEqual([]);
  },
);

it.skipIf(chromium === null)('sees credentials if the panel exports them, and shows none', async () => {
  const { stdout } = await judged(ofPanel.whole);
  const { rules } = await readReport(path.join(folder, 'page.json'));
  expect(rules.find(({ id }) => id === 'CLI-01')?.verdict).toBe('pass');
  expect(rules.find(({ id }) => id === 'CLI-02')?.verdict).toBe('fail');
  expect(revealedIn(stdout, new Set(partsOf(token, 16)))).toEqual([]);
});

it.skipIf(chromium === null)('reads recordings of Playwright, with or without bodies', async () => {
  const verdictsOf = async (har: string): Promise<Readonly<Record<string, string>>> => {
    await judged(har);
    const { rules } = await readReport(path.join(folder, 'page.json'));
    return Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict]));
  };
  expect(await verdictsOf(ofPlaywright.embed)).toMatchObject({
    'PAGE-06': 'fail',
    'CLI-01': 'pass',
    'CLI-02': 'pass',
  });
  const bare = await verdictsOf(ofPlaywright.omit);
  expect(bare).toMatchObject({ 'PAGE-06': 'skipped', 'CLI-01': 'pass', 'CLI-02': 'skipped' });
  expect(Object.values(bare)).not.toContain('fail');
});
