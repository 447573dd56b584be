/** Shows how far a list is read that is long, endless, refused, malformed, or changed meanwhile. */
import { describe, expect, it } from 'vitest';
import { Unmet } from '@outreach-api/engine';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';
import { rules } from '../../src/catalogue/rules.ts';
import type { Answer } from '@outreach-api/model/records/exchange';
import { isRecord } from '@outreach-api/model/records/is-record';
import { KnownList } from '@outreach-api/model/records/known-list';
import {
  readList,
  recordsOf,
  type PagedList,
  type ReadingOptions,
} from '@outreach-api/model/records/read-list';

/** What a request is answered with: a page of records from some place, a status, null for no answer, or another body. */
type Came =
  | { readonly records: number; readonly total: number; readonly from?: number }
  | number
  | string
  | null;

/** A list in pages of 20; by default with 47 records. */
function listOf(
  came: (offset: number, requests: number) => Came = whole(47),
  known = new KnownList(),
): PagedList & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    known,
    asked,
    at: async (offset) => {
      asked.push(offset);
      const now = came(offset, asked.length);
      if (now === null) return null;
      if (typeof now === 'number') return answerOf(now, null);
      if (typeof now === 'string') return answerOf(200, now);
      const { records, total, from = offset } = now;
      const data = Array.from({ length: records }, (_, index) => ({ uuid: `${from + index}` }));
      return answerOf(200, { data, limit: 20, offset, total, has_more: offset + data.length < total });
    },
  };
}

function answerOf(status: number, json: unknown): Answer {
  return { status, ok: status < 300, headers: {}, text: '', json };
}

function whole(total: number, stated = total): (offset: number) => Came {
  return (offset) => ({ records: Math.max(0, Math.min(20, total - offset)), total: stated });
}

describe.concurrent('a list', () => {
  it.each<
    [what: string, came: (offset: number, requests: number) => Came, end: string, asked: readonly number[]]
  >([
    ['is read to its end', whole(47), 'end', [0, 20, 40]],
    ['that is empty takes one request', whole(0), 'end', [0]],
    ['that ends with a full page takes no further one', whole(40), 'end', [0, 20]],
    ['with a `total` that is too high is read until an empty page', whole(40, 90), 'end', [0, 20, 40]],
    ['with shorter pages is read right after what came', short, 'end', [0, 7, 14]],
    ['that grows is read to its end', grows, 'end', [0, 20, 40, 60]],
    [
      'with a page that is refused twice ends there',
      (offset) => (offset === 40 ? 400 : whole(47)(offset)),
      'refused page',
      [0, 20, 40, 0, 40],
    ],
    [
      'with a page that is refused once is read on',
      (offset, requests) => (requests === 2 ? 503 : whole(47)(offset)),
      'end',
      [0, 20, 0, 20, 40],
    ],
    [
      'that is refused meanwhile is unreadable',
      (offset, requests) => (requests > 1 ? 401 : whole(47)(offset)),
      'unreadable',
      [0, 20, 0],
    ],
    ['that is refused is unreadable', () => 403, 'unreadable', [0]],
    ['that is not answered is unreadable', () => null, 'unreadable', [0]],
    ['in another envelope is unreadable', () => 'text', 'unreadable', [0]],
    ['that claims more than anybody reads is left after three pages', whole(1e9), 'endless', [0, 20, 40]],
  ])('%s', async (_, came, end, asked) => {
    const list = listOf(came);
    expect((await readList(list)).end.kind).toBe(end);
    expect(list.asked).toEqual(asked);
  });

  it('without an end is read until that is known; then only its beginning', async () => {
    const known = new KnownList();
    const continues = (offset: number): Came => ({ records: 20, total: offset + 1020 });
    const pagesRead = async (): Promise<number> => (await readList(listOf(continues, known))).pages.length;
    expect([await pagesRead(), await pagesRead()]).toEqual([57, 3]);
  });

  it('that refuses a page past its end is not asked twice by the next reading', async () => {
    const known = new KnownList();
    const refuses = (offset: number): Came => (offset >= 40 ? 400 : whole(40, 60)(offset));
    await readList(listOf(refuses, known));
    const list = listOf(refuses, known);
    expect((await readList(list)).end.kind).toBe('refused page');
    expect(list.asked).toEqual([0, 20, 40]);
  });

  it.each<[what: string, options: ReadingOptions, came: (offset: number) => Came, asked: readonly number[]]>([
    ['no further than wanted', { isEnough: ({ length }) => length === 2 }, whole(470), [0, 20]],
    ['from anywhere', { from: 20 }, whole(47), [20, 40]],
    ['past a `total` that is doubted', { doubtsEnvelopes: true }, whole(47, 1), [0, 20, 40]],
    ['past its end if that is doubted', { doubtsEnvelopes: true }, whole(40), [0, 20, 40]],
    [
      'until a page brings nothing new if its end is doubted',
      { doubtsEnvelopes: true },
      () => ({ records: 20, total: 10, from: 0 }),
      [0, 20],
    ],
  ])('is read %s', async (_, options, came, asked) => {
    const list = listOf(came);
    await readList(list, options);
    expect(list.asked).toEqual(asked);
  });

  it('of which a page fails shows what came before', async () => {
    const list = listOf((offset) => {
      if (offset === 0) return whole(47)(0);
      throw new Unmet('the target did not answer');
    });
    const reading = await readList(list);
    expect(recordsOf(reading).length).toBe(20);
    expect(reading.end).toMatchObject({ kind: 'unreadable', why: { message: 'the target did not answer' } });
  });
});

function short(offset: number): Came {
  return { records: Math.min(7, 20 - offset), total: 20 };
}

/** Another webhook is made before each page. */
function grows(offset: number): Came {
  const total = 59 + offset / 20;
  return whole(total)(offset);
}

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
