/** The rules on the list's records, on lists that are wrong only in pages of one size. */
import { expect, test } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { pageIn } from '@outreach-api/model/records/page';
import { rulesNamed } from '../../../test/rules-named.ts';

/** Changes the records in pages of one size. */
function inPagesOf(
  limit: number,
  change: (records: readonly JsonObject[]) => readonly JsonObject[],
): Gateway {
  return async (request, pass) => {
    const answer = await pass(request);
    const isAsked = new URL(request.url).searchParams.get('limit') === String(limit);
    if (request.method !== 'GET' || !isAsked || !answer.ok) return answer;
    const body: unknown = await answer.json();
    const page = pageIn(body);
    return Response.json(page === undefined ? body : { ...page, data: change(page.data) });
  };
}

test.concurrent.each([
  [
    'HOOK-01',
    'a record has no event',
    inPagesOf(10, (records) => records.map((record) => ({ ...record, event: undefined }))),
  ],
  [
    'HOOK-03',
    'the second record bears the uuid of the first',
    inPagesOf(10, (records) =>
      records.map((record, index) => (index === 1 ? { ...record, uuid: records[0]?.['uuid'] } : record)),
    ),
  ],
] as const)('%s fails where, in pages of ten alone, %s', async (id, _, gateway) => {
  const { results } = await judgeSandbox({ rules: rulesNamed(id), gateway });
  expect(results.map(({ rule, verdict }) => [rule.id, verdict])).toEqual([[id, 'fail']]);
});
