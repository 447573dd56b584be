/** The site in a real browser: accessibility, search, and a phone's width. */
import { createRequire } from 'node:module';
import { findChromium, openChromium } from '@outreach-api/chromium-for-tests';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtFiles, serveSite } from './built-site.ts';

type Browser = Awaited<ReturnType<typeof openChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const chromium = findChromium();
const require = createRequire(import.meta.url);
const axe = require.resolve('axe-core');

let browser: Browser;
let site: Awaited<ReturnType<typeof serveSite>>;
let page: Page;
/** What went wrong in the page: errors, and requests to other hosts. */
const complaints: string[] = [];

beforeAll(async () => {
  if (chromium === null) return;
  browser = await openChromium(chromium);
  site = await serveSite();
  page = await browser.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) complaints.push(`requested ${request.url()}`);
  });
});

beforeEach(async () => {
  await page?.emulateMedia({ colorScheme: 'light' });
  await page?.setViewportSize({ width: 1280, height: 800 });
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

const phone = { width: 390, height: 844 };

/** A page of each kind. */
const ofEachKind = [
  '',
  'guides/judge-staging/',
  'statements/page-06/',
  'statements/key-90/',
  'reference/api/',
  'reference/commands/server/',
  'proof/clients/',
];

/** What axe finds on the page. */
async function faults(options: object = {}): Promise<unknown> {
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(', ')))`);
}

/** How wide the page is that the window shows a part of. */
async function wholeWidth(): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth');
}

describe.skipIf(chromium === null)('the site in Chromium', () => {
  it.each(ofEachKind)('axe finds nothing on /%s, light or dark, and it fits a phone', async (path) => {
    await page.goto(site.url + path);
    await page.addScriptTag({ path: axe });
    expect(await faults()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme=dark]').waitFor();
    // What is not about colours is the same in both schemes.
    expect(await faults({ runOnly: ['color-contrast'] })).toEqual([]);
    await page.setViewportSize(phone);
    expect(await wholeWidth()).toBe(phone.width);
  });

  it('no guide scrolls sideways on a phone', async () => {
    await page.setViewportSize(phone);
    for (const file of builtFiles().filter((one) => one.startsWith('guides/'))) {
      await page.goto(site.url + file.replace(/index\.html$/, ''), { waitUntil: 'domcontentloaded' });
      expect({ file, width: await wholeWidth() }).toEqual({ file, width: phone.width });
    }
  });

  it('the search finds a statement by its words and by its id, and a command by its option', async () => {
    await page.goto(site.url);
    await page.getByRole('button', { name: 'Search' }).click();
    for (const [text, title] of [
      ['has_more is true exactly', 'PAGE-06'],
      ['FILT-04', 'FILT-04'],
      ['--write-known-deviations', 'outreach-conformance server'],
    ] as const) {
      await page.locator('dialog input').fill(text);
      const result = page.locator('dialog .pagefind-ui__result-title', { hasText: title }).first();
      expect(await result.textContent()).toContain(title);
    }
  });

  it.each(['statements/page-06/', 'statements/key-90/'])('the sidebar shows where /%s is', async (path) => {
    await page.goto(`${site.url}${path}`);
    const { top, bottom } = await page.evaluate<{ top: number; bottom: number }>(
      `document.querySelector('#starlight__sidebar [aria-current=page]').getBoundingClientRect().toJSON()`,
    );
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(800);
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  it('none of these pages reported an error, or needed another host', () => {
    expect(complaints).toEqual([]);
  });
});
