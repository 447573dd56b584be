/** Shows that a record counts as gone only if an answer proves it. */
import { describe, expect, it } from 'vitest';
import { LearntPatience, systemClock } from '@outreach-api/engine';
import type { Answer } from '@outreach-api/model/records/exchange';
import { KnownList } from '@outreach-api/model/records/known-list';
import { readList } from '@outreach-api/model/records/read-list';
import { listBy, profilePresence, webhookPresence, type Read } from './presence.ts';

const one = '11111111-1111-4111-8111-111111111111';
const waiter = { clock: systemClock, patience: new LearntPatience() };
const other = '22222222-2222-4222-8222-222222222222';

/** A target that answers by path; a status, a page, or null for no answer. */
function target(answers: (path: string) => number | readonly string[] | null): Read {
  return async (path) => {
    const came = answers(path);
    if (came === null) return null;
    const status = typeof came === 'number' ? came : 200;
    const data = typeof came === 'number' ? [] : came.map((uuid) => ({ uuid }));
    const json = { data, limit: 20, offset: 0, total: 3, has_more: false };
    return { status, ok: status < 300, headers: {}, text: '', json } satisfies Answer;
  };
}

describe.concurrent('a sender profile', () => {
  const isOne = (path: string): boolean => path.endsWith(one);
  const isOther = (path: string): boolean => path.endsWith(other);

  it.each([
    ['that is shown', [other], () => 200, 'there'],
    ['that is refused where another is shown', [other], (path: string) => (isOne(path) ? 404 : 200), 'gone'],
    [
      'that makes the server fail where another is shown',
      [other],
      (path: string) => (isOne(path) ? 500 : 200),
      'gone',
    ],
    [
      'that is refused where no other is known, but the list is shown',
      [],
      (path: string) => (isOne(path) ? 410 : 200),
      'gone',
    ],
    [
      'that makes the server fail where no other is known',
      [],
      (path: string) => (isOne(path) ? 500 : 200),
      'unknown',
    ],
    [
      'that leads to a login page where no other is known',
      [],
      (path: string) => (isOne(path) ? 302 : 200),
      'unknown',
    ],
    [
      'that is refused with every other, while the list is shown',
      [other],
      (path: string) => (isOne(path) || isOther(path) ? 404 : 200),
      'unknown',
    ],
    ['of a target that refuses everything', [other], () => 401, 'unknown'],
    ['of a target that redirects everything', [], () => 302, 'unknown'],
    ['of a target that fails', [], () => 504, 'unknown'],
    ['of a target that is limited', [], () => 429, 'unknown'],
    ['of a target that does not answer', [other], () => null, 'unknown'],
    [
      'that is refused, and then nothing is answered',
      [],
      (path: string) => (isOne(path) ? 404 : null),
      'unknown',
    ],
  ] as const)('%s', async (_, others, answers, presenceOf) => {
    expect(await profilePresence(waiter, target(answers), one, others)).toBe(presenceOf);
  });

  it('that is refused for a moment is there', async () => {
    let reads = 0;
    const read = target((path) => {
      if (!isOne(path)) return 200;
      reads += 1;
      return reads === 1 ? 404 : 200;
    });
    expect(await profilePresence(waiter, read, one, [other])).toBe('there');
  });
});

describe.concurrent('a webhook', () => {
  const seenIn = async (read: Read): Promise<unknown> =>
    webhookPresence(await readList(listBy(read, new KnownList())), one);

  it('that is listed is there', async () => {
    expect(await seenIn(target(() => [other, one, other]))).toBe('there');
  });

  it('that a list lacks which was read to its end is gone', async () => {
    expect(await seenIn(target(() => [other, other, other]))).toBe('gone');
  });

  it.each([
    ['is refused', 503],
    ['is not answered', null],
  ])('of which the second page %s is nowhere', async (_, second) => {
    expect(await seenIn(target((path) => (path.endsWith('offset=0') ? [other] : second)))).toBe('unknown');
  });
});
