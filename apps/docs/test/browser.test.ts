/** The site in a real browser: accessibility, search, and a phone's width. */
import { createRequire } from 'node:module';
import { findChromium, openChromium } from '@outreach-api/chromium-for-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFiles, serveSite } from './built-site.ts';

type Browser = Awaited<ReturnType<typeof openChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const chromium = findChromium();
const require = createRequire(import.meta.url);
const axe = require.resolve('axe-core');

let browser: Browser;
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  if (chromium === null) return;
  browser = await openChromium(chromium);
  site = await serveSite();
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

/** A page of each kind. */
const ofEachKind = [
  '',
  'guides/judge-staging/',
  'statements/',
  'statements/page-06/',
  'statements/hook-90/',
  'reference/api/',
  'reference/commands/server/',
  'proof/clients/',
  'decisions/masking/',
];

/** Opens pages in a window of its own, and returns what went wrong in them: errors, and requests to other hosts. */
async function inWindow(
  settings: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number },
  visit: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  const context = await browser.newContext({
    colorScheme: settings.colorScheme ?? 'light',
    viewport: { width: settings.width ?? 1280, height: 800 },
  });
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) complaints.push(`requested ${request.url()}`);
  });
  await visit(page);
  await context.close();
  return complaints;
}

describe.skipIf(chromium === null)('the site in Chromium', () => {
  it.each(['light', 'dark'] as const)(
    'axe finds nothing on a page of each kind in the %s scheme',
    async (colorScheme) => {
      const complaints = await inWindow({ colorScheme }, async (page) => {
        for (const path of ofEachKind) {
          await page.goto(site.url + path);
          await page.addScriptTag({ path: axe });
          const found = await page.evaluate(`axe.run().then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(', ')))`);
          expect({ path, found }).toEqual({ path, found: [] });
        }
      });
      expect(complaints).toEqual([]);
    },
  );

  it('neither guides nor a page of each kind scroll sideways on a phone', async () => {
    const pages = builtFiles().map((file) => file.replace(/index\.html$/, ''));
    const guides = pages.filter((path) => path.startsWith('guides/'));
    const tenth = pages
      .filter((path) => path.startsWith('statements/'))
      .filter((_, index) => index % 10 === 0);
    const complaints = await inWindow({ width: 390 }, async (page) => {
      for (const path of new Set([...ofEachKind, ...guides, ...tenth])) {
        await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect({ path, width }).toEqual({ path, width: 390 });
      }
    });
    expect(complaints).toEqual([]);
  });

  it.each([
    ['has_more is true exactly', 'PAGE-06'],
    ['FILT-04', 'FILT-04'],
    ['--write-known-deviations', 'outreach-conformance server'],
  ])('the search for "%s" finds %s', async (text, title) => {
    const complaints = await inWindow({}, async (page) => {
      await page.goto(site.url);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.locator('dialog input').fill(text);
      const titles = page.locator('dialog .pagefind-ui__result-title');
      await titles.first().waitFor();
      expect(await titles.allTextContents()).toContainEqual(expect.stringContaining(title));
    });
    expect(complaints).toEqual([]);
  });
});
