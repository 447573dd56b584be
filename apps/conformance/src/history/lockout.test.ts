/**
 * Shows that what is seen while every caller is refused for some seconds is not a breach, and that nothing else is
 * excused.
 */
import { describe, expect, it } from 'vitest';
import { judgeUuidAlone } from '../../test/judge-uuid-alone.ts';
import type { WordedResult } from '../words/result-words.ts';

/** The status of a server's response to a request, counted from 1; 200 if undefined. */
type Answering = (request: {
  readonly url: string;
  readonly method: string;
  readonly count: number;
}) => number | undefined;

/** The verdict, on such a server, of a rule that expects 422 for a test with only a uuid. */
async function resultOn(answering: Answering, costly = false): Promise<WordedResult> {
  let count = 0;
  return judgeUuidAlone(
    (request, response) => {
      count += 1;
      const { url = '', method = '' } = request;
      const status = answering({ url, method, count }) ?? (method === 'POST' ? 422 : 200);
      request.resume().on('end', () => response.writeHead(status).end('{}'));
    },
    { patienceMs: 10_000, costly, demandsAnswer: false },
  );
}

/** Every request is refused for this long, starting with a certain request. */
function outage(status: number, lastsMs: number, from: number): Answering {
  let until: number | undefined;
  return ({ count }) => {
    if (count < from) return undefined;
    until ??= performance.now() + lastsMs;
    return performance.now() < until ? status : undefined;
  };
}

describe.concurrent('a target that refuses everybody for a while', () => {
  it.each([
    [503, 1500, false],
    [503, 2500, true],
    [403, 1500, false],
    [404, 2500, false],
    [423, 6000, true],
  ])('with %i, for %i ms, breaks nothing (costly: %s)', async (status, lastsMs, costly) => {
    const { verdict } = await resultOn(outage(status, lastsMs, 4), costly);
    expect(verdict).not.toBe('fail');
  });

  it.each([
    [401, 1500, false],
    [403, 2500, true],
    [500, 1500, true],
  ])(
    'with %i, for %i ms, is looked at again once it is back (costly: %s)',
    async (status, lastsMs, costly) => {
      const { verdict } = await resultOn(outage(status, lastsMs, 4), costly);
      expect(verdict).toBe('pass');
    },
  );

  it('for good breaks nothing else, and that is said', async () => {
    const { verdict, reason } = await resultOn(outage(404, 1e9, 4));
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('seen while the key of the target file was refused');
  });

  it('is distinguished from one that refuses but this', async () => {
    const { verdict, reason } = await resultOn(({ method, count }) =>
      method === 'POST' && count > 3 ? 404 : undefined,
    );
    expect([verdict, reason]).toEqual(['fail', 'seen 4 of 4 times']);
  });

  it('is distinguished from one that also refuses its list now and then', async () => {
    let lists = 0;
    const { verdict } = await resultOn(({ method }) => {
      if (method === 'POST') return 404;
      lists += 1;
      return lists % 3 === 2 ? 500 : undefined;
    });
    expect(verdict).toBe('fail');
  });

  it('is distinguished from one that soon refuses its list where no page is asked for', async () => {
    const { verdict } = await resultOn(({ url, method, count }) =>
      method === 'POST' ? 404 : count > 1 && !url.includes('?') ? 500 : undefined,
    );
    expect(verdict).toBe('fail');
  });
});

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Answers the POST requests at these positions, counted from 1, with a status. */
function posts(places: readonly number[], status: number): Answering {
  let count = 0;
  return ({ method }) => {
    if (method !== 'POST') return undefined;
    count += 1;
    return places.includes(count) ? status : undefined;
  };
}

describe.concurrent('a gateway that says of some tests that nothing answered behind it', () => {
  it.each([
    [[1], 'pass'],
    [[1, 3], 'pass'],
    [[1, 3, 5], 'pass'],
    [[1, 7], 'pass'],
    [[1, 5, 6], 'pass'],
    // The same test in each look that replaces its first one.
    [range(1, 9), 'pass'],
    // And in a repetition of what it seems to show.
    [range(1, 12), 'inconclusive'],
  ])('at %j, breaks nothing', async (places, expected) => {
    const { verdict } = await resultOn(posts(places, 503));
    expect(verdict).toBe(expected);
  });

  it('is distinguished from a target that says so each time', async () => {
    const { verdict } = await resultOn(posts(range(1, 40), 503));
    expect(verdict).toBe('fail');
  });

  it('is distinguished from a target that now and then answers with another status', async () => {
    const { verdict } = await resultOn(posts([1, 5, 6], 404));
    expect(verdict).toBe('fail');
  });
});
