/** Shows that a record counts as gone only if an answer proves it. */
import { describe, expect, it } from 'vitest';
import { LearntPatience, systemClock } from '@outreach-api/engine';
import type { Answer } from '@outreach-api/model/records/exchange';
import { KnownList } from '@outreach-api/model/records/known-list';
import { readList } from '@outreach-api/model/records/read-list';
import {
  KeyCheck,
  listBy,
  presenceOfRemoved,
  profilePresence,
  webhookPresence,
  type Read,
} from './presence.ts';

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

describe.concurrent('sender profiles that were removed', () => {
  const removed = [one, '33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'];

  it.each([
    ['that are refused where another is shown', 404, 200, 'gone', 4],
    ['that are refused with the other', 404, 404, 'unknown', 4],
    ['that are refused while the other is not answered', 404, null, 'unknown', 4],
    ['that are shown', 200, 200, 'there', 3],
    ['that are not answered', null, null, 'unknown', 3],
    ['of a target that refuses everything', 401, 401, 'unknown', 9],
  ] as const)('%s', async (_, own, others, presence, mostReads) => {
    let reads = 0;
    const read = target((path) => {
      reads += 1;
      return path.endsWith(other) ? others : own;
    });
    const keyCheck = new KeyCheck(read, [other]);
    const looks = removed.map(async (uuid) => presenceOfRemoved(waiter, read, uuid, keyCheck));
    expect(await Promise.all(looks)).toEqual(removed.map(() => presence));
    expect(reads).toBeLessThanOrEqual(mostReads);
  });

  it('that make the server fail once it was asked for the other are not gone', async () => {
    let isDown = false;
    const read = target((path) => {
      if (isDown) return 503;
      if (path.endsWith(other)) isDown = true;
      return path.endsWith(other) ? 200 : 404;
    });
    const keyCheck = new KeyCheck(read, [other]);
    expect(await presenceOfRemoved(waiter, read, one, keyCheck)).toBe('gone');
    expect(await presenceOfRemoved(waiter, read, removed[1] ?? '', keyCheck)).toBe('unknown');
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
