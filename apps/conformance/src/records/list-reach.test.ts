/** Shows that reading stops in an endless list, and that a list that others add to is read completely. */
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../../test/judge-sandbox.ts';
import { rules } from '../catalogue/rules.ts';
import { isRecord } from './is-record.ts';
import { ListReach } from './list-reach.ts';

/** How many pages of 20 are read in a list that states this total on the nth page. */
function pagesRead(reach: ListReach, totalOn: (page: number) => number, caller = 'us'): number {
  const walk = reach.walk(caller);
  for (let pages = 1; ; pages += 1) {
    const total = totalOn(pages);
    if (pages * 20 >= total || !walk.goesOn({ total }, pages * 20)) return pages;
  }
}

describe('a list', () => {
  it('that grows while it is read is read to its end, and so is the next', () => {
    const reach = new ListReach();
    expect(pagesRead(reach, (page) => 200 + 2 * page)).toBe(12);
    expect(pagesRead(reach, () => 224)).toBe(12);
  });

  it('without an end is read until that is known; then only its beginning, by that caller', () => {
    const reach = new ListReach();
    const grows = (page: number): number => page * 20 + 1000;
    expect(pagesRead(reach, grows)).toBe(57);
    expect(pagesRead(reach, grows)).toBe(3);
    expect(pagesRead(reach, () => 200, 'another')).toBe(10);
  });

  it('that says it holds more than anybody reads is not read to its end', () => {
    expect(pagesRead(new ListReach(), () => 1e9)).toBe(3);
  });
});

/** Each page is full of new webhooks, and says that a thousand more follow. */
const neverEnds: Gateway = async (request, pass) => {
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.pathname.endsWith('/webhooks')) return pass(request);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  url.searchParams.set('offset', String(offset % 20));
  const answer = await pass(new Request(url, request));
  const page: unknown = answer.ok ? await answer.clone().json() : null;
  if (!isRecord(page) || !Array.isArray(page['data'])) return answer;
  const data = page['data'].filter(isRecord).map((record, index) => ({
    ...record,
    uuid: `00000000-0000-4000-8000-${String(offset + index).padStart(12, '0')}`,
  }));
  return Response.json({ ...page, data, offset, total: offset + data.length + 1000, has_more: true });
};

it('rules that look for what they made in such a list send hundreds of requests, not thousands', async () => {
  const chosen = rules.filter(({ id }) => /^(?:DEL|HOOK)/.test(id));
  const { requests, results } = await judgeSandbox({ rules: chosen, gateway: neverEnds });
  expect(requests).toBeLessThan(2000);
  expect(results.flatMap(({ fault }) => fault ?? [])).toEqual([]);
});
