/** What reports say about webhooks that a service deletes along with the requested one. */
import type { TwinName } from '@outreach-api/sandbox';
import { expect, test } from 'vitest';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

/** The verdict, and what reports say about lost webhooks. */
async function lostOn(twin?: TwinName) {
  const { results, ledger } = await judgeSandbox({
    rules: [ruleNamed('DEL-02')],
    ...(twin === undefined ? {} : { twin }),
  });
  const lost = ledger.filter(({ action }) => action.startsWith('lost webhook')).map(({ what }) => what);
  return { verdict: results[0]?.verdict, lost };
}

test.concurrent('a webhook of the owner that went with another one is named, once', async () => {
  const { verdict, lost } = await lostOn('delete-of-webhook-removes-another');
  expect(verdict).toBe('fail');
  expect(lost).toContainEqual(expect.stringMatching(/^uuid [\da-f-]{36}$/));
  expect(new Set(lost).size).toBe(lost.length);
});

test.concurrent('none is named where deletions take no other', async () => {
  expect(await lostOn()).toEqual({ verdict: 'pass', lost: [] });
});
