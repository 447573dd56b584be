import { expect, it } from 'vitest';
import { judgeInProcess } from '../../test/clients/in-process.ts';
import { policy, smallClient } from '../../test/clients/small-client.ts';
import { jsonReport } from './json-report.ts';
import { reportPage } from '@outreach-api/report/page/report-page';

const evenly = smallClient({ waitMs: (attempt) => (attempt >= policy.attempts ? null : 200) });

async function pageOf(declaration: object): Promise<string> {
  const run = await judgeInProcess(evenly, { ...declaration });
  return reportPage(jsonReport(run, 'outreach-conformance client')).replace(
    /<(style|script)[^]*?<\/\1>/g,
    '',
  );
}

it('speaks of the client, and has no section for what was done to a target', async () => {
  const page = await pageOf({});
  expect(page).toContain('What the client does where the description is open.');
  expect(page).toContain('what the client did does not decide it');
  expect(page).not.toMatch(/\btarget\b/i);
  expect(page).not.toContain('id="ledger"');
  expect(page).not.toContain('#ledger');
  expect(page).not.toMatch(/<ul[^>]*><\/ul>/);
});

it('shows what was expected beside what came, and when equal requests arrived', async () => {
  const page = await pageOf({ backoff: policy });
  expect(page).not.toMatch(/<ul[^>]*><\/ul>/);
  const [, top = ''] = /<nav class="broken-rules"([^]*?)<\/nav>/.exec(page) ?? [];
  expect(top).toMatch(/expected retry 2 of .* not before 400 ms, .*; actual it came after 20\d ms/);
  const [, arrivals = ''] = /<div class="arrivals">([^]*?)<\/div>/.exec(page) ?? [];
  expect(arrivals).toMatch(/<li>0 ms, 2\d\d ms, 4\d\d ms, 6\d\d ms, 8\d\d ms<\/li>/);
  expect(arrivals).toContain('and 16 more calls');
});
