/**
 * The report page in a real browser: filters, search, keyboard, sizes, colours, and that no content of a target runs.
 */
import { createRequire } from 'node:module';
import { findChromium } from '@outreach-api/chromium-for-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonReport } from '@outreach-api/report/json-report';
import { jsonReport } from '../../src/report/json-report.ts';
import { reportPage } from '@outreach-api/report/page/report-page';
import { judgeSandbox } from '../judge-sandbox.ts';
import { ReportBrowser, shownRules } from '../report-browser.ts';
import { reportHolding } from '@outreach-api/report/test/report-holding';

const chromium = findChromium();
const require = createRequire(import.meta.url);
const axe = require.resolve('axe-core');
const hostile = `</script></pre></details>"><img src=x onerror="document.title='ran'"><script>document.title='ran'</script><style>*{display:none}</style><a href="javascript:document.title='ran'">x</a> ' onmouseover='document.title="ran"`;
const long = 'a'.repeat(4000);

let report: JsonReport;
let browser: ReportBrowser;

beforeAll(async () => {
  if (chromium === null) return;
  browser = await ReportBrowser.open(chromium);
  // A run that has all four verdicts: without deletions and keys, and with a wrong default.
  const run = await judgeSandbox({
    twin: 'default-limit-is-10',
    allow: { createApiKeys: 0, deletes: false },
    runs: 2,
  });
  report = jsonReport(run, 'outreach-conformance server --config target.json', {
    docsUrl: 'https://docs.example.com',
  });
});

afterAll(async () => {
  await browser?.close();
});

function withVerdict(verdict: string): readonly string[] {
  return report.rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
}

describe.skipIf(chromium === null)('the report page', () => {
  it('states the verdict in words, lists the rules in order, and opens what is broken', async () => {
    await browser.inPage({}, async (context) => {
      const { page, complaints } = await browser.opened(report, context);
      expect(await page.locator('h1').innerText()).toContain('2 statements are broken');
      expect(await page.locator('.facts').innerText()).toContain(`Seed\n${report.seed}`);
      expect(await shownRules(page)).toEqual(report.rules.map(({ id }) => id));
      const open = await page.locator('details.rule[open]').evaluateAll((all) => all.map(({ id }) => id));
      expect(open).toEqual(['PAGE-01', 'PAGE-08']);
      const broken = page.locator('#PAGE-01');
      expect(await broken.locator('.expected dd').innerText()).toBe("the envelope's limit is 20");
      expect(await broken.locator('.actual dd').innerText()).toBe("the envelope's limit is 10");
      expect(await broken.innerText()).toContain('curl -sS -i');
      const breach = report.rules.find(({ id }) => id === 'PAGE-01')?.breach;
      expect(breach?.replay).toContain('--rule PAGE-01 --seed 1 --path ');
      expect(await broken.innerText()).toContain(breach?.replay);
      expect(complaints).toEqual([]);
    });
  });

  it('says at the top what is broken, in words, with links to it', async () => {
    await browser.inPage({}, async (context) => {
      const { page } = await browser.opened({ ...report, deployment: '4f2c9e1' }, context);
      const [first, second, ...others] = await page.locator('.broken-rules li').allInnerTexts();
      expect(others).toEqual([]);
      expect(first?.split('\n')).toEqual([
        'PAGE-01 Without limit, the page size is 20: the envelope says limit: 20.',
        "expected the envelope's limit is 20; actual the envelope's limit is 10",
      ]);
      expect(second).toContain('PAGE-08 Asking for the defaults');
      expect(await page.locator('.facts').innerText()).toContain('Deployment\n4f2c9e1');
      const box = await page.locator('.broken-rules').boundingBox();
      expect((box?.y ?? 800) + (box?.height ?? 800)).toBeLessThan(800);
    });
  });

  it('names the first three breaches, and links to the others', async () => {
    const breach = report.rules.find(({ verdict }) => verdict === 'fail');
    const ids = ['PAGE-01', 'PAGE-02', 'PAGE-03', 'PAGE-04', 'PAGE-05'];
    const rules = breach === undefined ? [] : ids.map((id) => ({ ...breach, id }));
    await browser.inPage({}, async (context) => {
      const { page } = await browser.opened({ ...report, rules }, context);
      expect(await page.locator('.broken-rules li').count()).toBe(3);
      expect(await page.locator('.broken-rules p').innerText()).toBe('And 2 more: PAGE-04 PAGE-05');
    });
  });

  it.each([390, 1280])(
    'has a table of contents that stays, %i px wide, and links to each part',
    async (width) => {
      await browser.inPage({ width }, async (context) => {
        const { page } = await browser.opened(reportHolding('a'), context);
        const summary = page.locator('.contents summary');
        expect(await page.locator('.contents a').first().isVisible()).toBe(width > 1000);
        await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
        await summary.waitFor({ state: 'visible' });
        expect((await summary.boundingBox())?.y).toBeLessThan(60);
        for (const [name, id] of [
          ['Observations (1)', 'observations'],
          ['Ledger (2)', 'ledger'],
          ['Known deviations (2)', 'deviations'],
          ['PAGE-06', 'PAGE-06'],
        ] as const) {
          const link = page.locator('.contents').getByRole('link', { name, exact: true });
          if (!(await link.isVisible())) await summary.click();
          await link.click();
          await page.waitForURL((url) => url.hash === `#${id}`);
          expect(
            await page.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().top),
          ).toBeLessThan(800);
        }
      });
    },
  );

  it('shows where two pages differ, and says why a run could not be done', async () => {
    await browser.inPage({}, async (context) => {
      const { page } = await browser.opened(
        { ...report, error: 'https://x refuses the credential' },
        context,
      );
      expect(await page.locator('.error').innerText()).toBe('https://x refuses the credential');
      const [first = ''] = await page.locator('#PAGE-08 .difference tbody tr').allInnerTexts();
      expect(first.split('\t')).toEqual(['limit', '10', '20']);
      expect(await page.locator('#PAGE-08 .exchange .role').allInnerTexts()).toEqual([
        '1 control × 2',
        '2 what shows it × 6',
      ]);
      const body = await page.locator('#PAGE-01 pre[aria-label="Body of answer 1, shortened"]').innerText();
      expect(JSON.parse(body)).toMatchObject({ limit: 10, has_more: true });
    });
  });

  it('shows for a passed rule what would have been caught, for an undecided one what could not be seen', async () => {
    await browser.inPage({}, async (context) => {
      const { page } = await browser.opened(report, context);
      const passed = report.rules.find(({ id }) => id === 'PAGE-06');
      await page.locator('#PAGE-06 summary').click();
      expect(await page.locator('#PAGE-06 .caught li').allInnerTexts()).toEqual(
        passed?.caught.map((name) => name.replaceAll('`', '')),
      );
      const [undecided = ''] = withVerdict('inconclusive');
      await page.locator(`#${undecided} summary`).first().click();
      expect(await page.locator(`#${undecided} .unseen li`).count()).toBe(
        report.rules.find(({ id }) => id === undecided)?.unseen.length,
      );
    });
  });

  it('filters by verdict and searches, by mouse and by keyboard alone', async () => {
    await browser.inPage({}, async (context) => {
      const { page } = await browser.opened(report, context);
      for (const verdict of ['fail', 'inconclusive', 'skipped', 'pass']) {
        await page.locator(`[data-filter=${verdict}]`).click();
        expect(await shownRules(page)).toEqual(withVerdict(verdict));
        expect(withVerdict(verdict).length).toBeGreaterThan(0);
      }
      await page.locator('[data-filter=all]').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('/');
      await page.keyboard.type('HAS_MORE data');
      const found = await shownRules(page);
      expect(found).toContain('PAGE-04');
      expect(found.length).toBeLessThan(report.rules.length);
      expect(await page.locator('.status').innerText()).toBe(
        `${found.length} of ${report.rules.length} rules shown`,
      );
      await page.keyboard.type(' zzz');
      expect(await page.locator('.none').isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await shownRules(page)).toHaveLength(report.rules.length);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      expect(await shownRules(page)).toEqual(withVerdict('pass'));
    });
  });

  it('reaches and opens every rule by keyboard, and follows a link to a rule that is filtered out', async () => {
    await browser.inPage({}, async (context) => {
      const { page } = await browser.opened(report, context);
      await page.locator('#AUTH-02 summary').focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('#AUTH-02').getAttribute('open')).not.toBeNull();
      // Past the link to the page of the statement.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const focused = await page.evaluate('document.activeElement.closest("details").id');
      expect(focused).toBe('AUTH-03');
      await page.locator('[data-filter=pass]').click();
      await page.locator('.broken-rules a').first().click();
      await page.locator('#PAGE-01[open]').waitFor({ state: 'visible', timeout: 10_000 });
      expect(
        await page
          .locator('#PAGE-01 summary')
          .first()
          .evaluate((one) => one.matches(':focus')),
      ).toBe(true);
    });
  });

  it('shows everything except the toolbar without scripts', async () => {
    await browser.inPage({}, async (context) => {
      const { page } = await browser.opened(report, context);
      const html = await page.content();
      expect(html).toContain('<form class="toolbar"');
      await page.setContent(reportPage(report).replace(/<script type="module">[^]*<\/script>/, ''));
      expect(await page.locator('.toolbar').isVisible()).toBe(false);
      expect(await shownRules(page)).toHaveLength(report.rules.length);
    });
  });
});

describe.skipIf(chromium === null).each([
  ['light', 360],
  ['light', 1280],
  ['dark', 360],
  ['dark', 1280],
] as const)('in %s, %i px wide', (colorScheme, width) => {
  it.each([
    ['a run', () => report],
    ['a target that answers without a space', () => reportHolding(long)],
  ])('%s: nothing overflows, and axe has no serious finding', async (_, made) => {
    await browser.inPage({ colorScheme, width }, async (context) => {
      const { page, complaints } = await browser.opened(made(), context);
      await page.locator('[data-fold=open]').click();
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // The security policy of the page would also block the checker: it runs where the policy does not apply.
      await page.addInitScript({ path: axe });
      await page.reload();
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      const found = await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary) })))`,
      );
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
});

it.skipIf(chromium === null)(
  'does not run or render anything that a target put into its answers',
  async () => {
    await browser.inPage({}, async (context) => {
      const { page, complaints } = await browser.opened(reportHolding(hostile), context);
      await page.locator('[data-fold=open]').click();
      await page.mouse.move(600, 400);
      expect(await page.title()).toBe('1 statement is broken · https://staging.example.com');
      expect(await page.locator('img, a[href^=javascript]').count()).toBe(0);
      expect(await page.locator('style, script').count()).toBe(2);
      expect(await page.locator('#PAGE-06 .actual dd').innerText()).toBe(hostile);
      expect(complaints).toEqual([]);
    });
  },
);

it.skipIf(chromium === null)('has a security policy that would stop an injected script', async () => {
  await browser.inPage({}, async (context) => {
    const page = await context.newPage();
    await page.setContent(
      reportPage(report).replace(
        '<main>',
        `<main><script>document.title = 'ran'</script><img src="https://example.com/x.png" onerror="document.title = 'ran'">`,
      ),
    );
    await page.locator('h1').waitFor();
    expect(await page.title()).not.toBe('ran');
  });
});
