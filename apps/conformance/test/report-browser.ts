/** Opens the page of a report in a real browser: for the tests of that page. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openChromium } from '@outreach-api/chromium-for-tests';
import type { JsonReport } from '@outreach-api/report/json-report';
import { reportPage } from '@outreach-api/report/page/report-page';

type Browser = Awaited<ReturnType<typeof openChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** A browser, and a folder for the pages that it opens. */
export class ReportBrowser {
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(browser: Browser, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
  }

  /** @param chromium - the path of its program */
  static async open(chromium: string): Promise<ReportBrowser> {
    const browser = await openChromium(chromium);
    return new ReportBrowser(browser, await mkdtemp(path.join(tmpdir(), 'outreach-page-')));
  }

  /** Closes it, and removes its folder. */
  async close(): Promise<void> {
    await this.#browser.close();
    await rm(this.#folder, { recursive: true });
  }

  /** Runs a test in a window of its own. */
  async inPage(
    settings: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number },
    test: (context: { newPage(): Promise<Page> }) => Promise<void>,
  ): Promise<void> {
    const context = await this.#browser.newContext({
      colorScheme: settings.colorScheme ?? 'light',
      viewport: { width: settings.width ?? 1280, height: 800 },
    });
    try {
      await test(context);
    } finally {
      await context.close();
    }
  }

  /** Opens a report as a file, and collects the network requests and errors of the page. */
  async opened(
    shown: JsonReport,
    context: { newPage(): Promise<Page> },
  ): Promise<{ page: Page; complaints: string[] }> {
    const file = path.join(this.#folder, 'report.html');
    await writeFile(file, reportPage(shown));
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:') || !request.url().endsWith('/report.html'))
        complaints.push(`requested ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    return { page, complaints };
  }
}

/** The rules that a page shows, by their ids. */
export async function shownRules(page: Page): Promise<readonly string[]> {
  return page.locator('details.rule:visible').evaluateAll((all) => all.map(({ id }) => id));
}
