import { describe, expect, it } from 'vitest';
import type { ClientExchange } from '../client-exchange.ts';
import { retriesInRecording, retriesOfCall } from './find-retries.ts';
import { judgeBackoff } from './judge-backoff.ts';

interface Seen extends Partial<ClientExchange> {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

function exchange(arrivedAt: number, { status, headers = {}, ...other }: Seen): ClientExchange {
  return {
    arrivedAt,
    answeredAt: arrivedAt + 2,
    connection: null,
    credential: { kind: 'bearer', label: 'key 1' },
    method: 'GET',
    path: '/integrations/api/webhooks?limit=5',
    operation: 'listWebhooks',
    body: null,
    answer: { status, headers, text: '' },
    ...other,
    headers: {},
  };
}

const series = (...all: readonly (readonly [number, number])[]) => ({
  exchanges: all.map(([at, status]) => exchange(at, { status })),
  epoch: 0,
});
const waits = ({ sequences }: ReturnType<typeof retriesOfCall>) =>
  sequences.map(({ attempts, ended }) => [...attempts.map(({ arrivedAt }) => arrivedAt), ended]);

describe('retries in one call', () => {
  it('are repeats of a request after 429, until another answer', () => {
    const seen = series([0, 429], [100, 429], [300, 200], [400, 429], [500, 429]);
    expect(waits(retriesOfCall(seen, false))).toEqual([
      [0, 100, 300, 'got through'],
      [400, 500, 'gave up'],
    ]);
    expect(waits(retriesOfCall(seen, true)).at(-1)).toEqual([400, 500, 'cut']);
  });

  it('have the same operation, path, body and credential', () => {
    const exchanges = [
      exchange(0, { status: 429 }),
      exchange(10, { status: 429, path: '/integrations/api/webhooks?limit=6' }),
      exchange(20, { status: 429, credential: { kind: 'bearer', label: 'key 2' } }),
      exchange(30, { status: 429, body: '{}' }),
      exchange(40, { status: 429, method: 'DELETE' }),
      exchange(50, { status: 200 }),
    ];
    expect(waits(retriesOfCall({ exchanges, epoch: 0 }, false))).toEqual([
      [0, 50, 'got through'],
      [10, 'gave up'],
      [20, 'gave up'],
      [30, 'gave up'],
      [40, 'gave up'],
    ]);
  });

  it('may differ in what the description does not define, unless the operation is none of its own', () => {
    const numbered = (operation: ClientExchange['operation']): readonly ClientExchange[] =>
      [429, 200].map((status, at) =>
        exchange(10 * at, { status, operation, path: `/integrations/api/webhooks?attempt=${at}` }),
      );
    expect(waits(retriesOfCall({ exchanges: numbered('listWebhooks'), epoch: 0 }, false))).toEqual([
      [0, 10, 'got through'],
    ]);
    expect(waits(retriesOfCall({ exchanges: numbered(null), epoch: 0 }, false))).toEqual([[0, 'gave up']]);
  });

  it('are not counted across a failure other than 429', () => {
    expect(waits(retriesOfCall(series([0, 429], [100, 500], [150, 429], [160, 200]), false))).toEqual([
      [0, 100, 'got through'],
    ]);
  });

  it('are not judged if the same request is made twice concurrently', () => {
    const { sequences, unjudged } = retriesOfCall(series([0, 429], [1, 429], [100, 200], [101, 200]), false);
    expect(sequences).toEqual([]);
    expect(unjudged).toEqual([
      'GET /integrations/api/webhooks?limit=5: it was made several times concurrently',
    ]);
  });

  it('carry what Retry-After said', () => {
    const headers = { 'retry-after': '3' };
    const exchanges = [exchange(0, { status: 429, headers }), exchange(100, { status: 200 })];
    const [sequence] = retriesOfCall({ exchanges, epoch: null }, false).sequences;
    expect(sequence?.attempts[0]?.retryAfter).toEqual({ kind: 'seconds', seconds: 3 });
  });

  it('are not judged if a date cannot be related to the current time', () => {
    const headers = { 'retry-after': 'Mon, 23 Nov 2026 12:00:30 GMT' };
    const exchanges = [exchange(0, { status: 429, headers }), exchange(100, { status: 200 })];
    expect(retriesOfCall({ exchanges, epoch: null }, false).unjudged).toHaveLength(1);
  });
});

describe('retries in a recording', () => {
  it('succeed in the end, and are made at no other time', () => {
    expect(waits(retriesInRecording(series([0, 429], [100, 429], [300, 200])))).toEqual([
      [0, 100, 300, 'got through'],
    ]);
  });

  it.each([
    ['of a program that polls', series([0, 429], [1000, 200], [2000, 429], [3000, 200])],
    ['of a program that never got through', series([0, 429], [1000, 429], [2000, 429])],
    ['of a program that did not ask again', series([0, 429])],
  ])('are not recognised: %s', (_, seen) => {
    expect(retriesInRecording(seen)).toMatchObject({ sequences: [], unjudged: [expect.any(String)] });
  });

  const early = (path: string, at: number) => [
    exchange(at, { status: 429, path, headers: { 'retry-after': '45' } }),
    exchange(at + 900, { status: 200, path }),
  ];
  const found = (...exchanges: readonly ClientExchange[]) =>
    judgeBackoff({
      sequences: retriesInRecording({ exchanges, epoch: null }).sequences,
      declared: null,
      noise: null,
    });

  it('break nothing if they come before `Retry-After`, of which the description says nothing', () => {
    expect(found(...early('/one', 0), ...early('/two', 50))).toMatchObject({ kind: 'undecided' });
  });

  it('break the statement if one request is repeated immediately several times', () => {
    const attempts = Array.from({ length: 12 }, (_, index) =>
      exchange(5 * index, { status: index < 11 ? 429 : 200 }),
    );
    expect(found(...attempts)).toMatchObject({
      kind: 'broken',
      code: 'immediate-retries',
    });
  });
});
