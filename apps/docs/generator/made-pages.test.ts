/** What the pages hold that are made from the code. */
import { describe, expect, it } from 'vitest';
import { describedRules } from '../../conformance/src/catalogue/described-rule.ts';
import { apiPage } from './api-page.ts';
import { commandPages } from './command-pages.ts';
import type { Page } from './page.ts';
import { statementPages } from './statement-pages.ts';

function bodyAt(path: string, pages: readonly Page[]): string {
  return pages.find((page) => page.path === path)?.body ?? '';
}

describe('the page of a statement', () => {
  const pages = statementPages();

  it.each([
    [
      'page-06',
      [
        '`has_more` is true exactly when `offset` + the page',
        'The description: “List responses carry',
        '`page-window`: requests one page of the list of webhooks',
        '`page-window-with-a-new-key`: requests one page',
        'server --config FILE --rule PAGE-06',
        String.raw`- has\_more is false before a last page of one record`,
        '- `has-more-always-true`: more records are promised on the last page, known from [auth0/node-auth0#1200](https://github.com/auth0/node-auth0/issues/1200)',
        '[PAGE-90](../page-90/): A limit or offset that is zero',
        '[`listWebhooks`](../../reference/api/#listwebhooks)',
      ],
    ],
    [
      'cli-05',
      [
        'a driver that makes `webhooks.all`',
        '- `full-last-page`: a list whose last page is full.',
        'client --rule CLI-05 -- COMMAND…',
        '- one more page after the last',
      ],
    ],
    [
      'prof-90',
      [
        'It has no rule: it is open',
        '### What does `label: null` do?',
        '| `omittedOnUpdate` | the service |',
        '## What a run observes',
      ],
    ],
  ])('%s has what the code knows of it', (name, parts) => {
    const body = bodyAt(`statements/${name}`, pages);
    for (const part of parts) expect(body).toContain(part);
  });

  it('says of each experiment what it alone does', () => {
    for (const { id, experiments } of describedRules()) {
      const body = bodyAt(`statements/${id.toLowerCase()}`, pages);
      for (const { name } of experiments) expect(body).toContain(`- \`${name}\`: `);
      expect([id, new Set(experiments.map(({ does }) => does)).size]).toEqual([id, experiments.length]);
    }
  });
});

it('the page of a command has its options, with their defaults, choices and variables', async () => {
  const pages = await commandPages();
  const server = bodyAt('reference/commands/server', pages);
  expect(server).toContain('| `--ledger <folder>` | where to record');
  expect(server).toContain('; by default `.outreach-conformance` |');
  expect(server).toContain('accepted for a while');
  expect(server).toContain('; also by the variable `OUTREACH_DOCS_URL` |');
  expect(bodyAt('reference/commands/init', pages)).toContain(': `github`, `gitlab`, `shell`, `none`');
  expect(bodyAt('reference/commands/outreach-sandbox', pages)).toContain('| `--port <number>` |');
  expect(bodyAt('reference/commands/observe', pages)).toContain('`--upstream <url>`, required');
});

it('the reference of the API has each operation with its statements, and each field with its own', () => {
  const { body } = apiPage();
  expect(body).toContain('### testWebhook\n\n**Test a webhook.**');
  expect(body).toContain('```http\nPOST /integrations/api/webhooks/test\n```');
  expect(body).toMatch(/^\| `has_more` \| Always there\. Boolean\. .*\[PAGE-06\]/m);
  expect(body).toMatch(/^\| `limit` \| In the query, integer, by default `20`\. /m);
  expect(body.indexOf('| `2XX` |')).toBeLessThan(body.indexOf('| `429` |'));
});
