/** What recorded exchanges say about a server, if nothing is known about its clients. */
import { expect, it } from 'vitest';
import { RecordingJudge } from '../judge-recording.ts';
import type { OperationId } from '@outreach-api/model/records/operation';
import type { WordedResult } from '../words/result-words.ts';

const paths: Partial<Readonly<Record<OperationId, readonly [method: string, path: string]>>> = {
  listWebhooks: ['GET', '/integrations/api/webhooks'],
  testWebhook: ['POST', '/integrations/api/webhooks/test'],
  createApiKey: ['POST', '/id/api/jwt-tokens/create-api-key'],
  deleteWebhook: ['DELETE', '/integrations/api/webhooks/7626738f-80f8-4a0c-bcee-a0a7f892b284'],
};
const uuid = '7626738f-80f8-4a0c-bcee-a0a7f892b284';
const jwt = (payload: string): string =>
  `${btoa('{"alg":"HS256"}').replaceAll('=', '')}.${btoa(payload).replaceAll('=', '')}.c2lnbmF0dXJl`;

interface Recorded {
  readonly as?: string | null;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly status?: number;
  readonly json?: unknown;
  readonly recorder?: string | null;
}

class Recording {
  readonly #judge = new RecordingJudge({ baseUrl: 'https://api.example.com', from: 'a test', since: 0 });
  readonly found: string[] = [];
  #at = 0;

  add(
    operation: OperationId,
    { as = 'abcdefgh1', query = '', headers = {}, sent, status = 200, json, recorder = null }: Recorded,
  ): this {
    const [method, path] = paths[operation] ?? ['GET', '/'];
    this.#at += 1000;
    const results = this.#judge.add({
      at: this.#at,
      arrivedAt: this.#at,
      answeredAt: this.#at + 5,
      connection: 1,
      request: {
        operation,
        method,
        path: `${path}${query}`,
        headers: { 'content-type': 'application/json', ...headers },
        authorization: as === null ? null : `Bearer ${as}`,
        body: sent === undefined ? { kind: 'none' } : { kind: 'text', text: JSON.stringify(sent) },
      },
      answer: {
        status,
        headers: {},
        body: json === undefined ? { kind: 'none' } : { kind: 'text', text: JSON.stringify(json) },
        recorder,
      },
    });
    this.found.push(...results.map(({ rule }) => rule.id));
    return this;
  }

  result(id: string): Pick<WordedResult, 'verdict' | 'reason'> {
    const found = this.#judge
      .run({ startedAt: new Date(0), seconds: 0 })
      .results.find(({ rule }) => rule.id === id);
    return { verdict: found?.verdict ?? 'skipped', reason: found?.reason ?? null };
  }
}

function page(envelope: object): Recorded {
  return {
    query: '?limit=5',
    json: { data: [], limit: 5, offset: 0, total: 0, has_more: false, ...envelope },
  };
}

it('treats one page that contradicts itself as a change at that moment, and two as a breach', () => {
  const recording = new Recording().add('listWebhooks', page({ has_more: true }));
  expect(recording.result('PAGE-06')).toEqual({
    verdict: 'inconclusive',
    reason: expect.stringContaining(
      'seen in 1 of 1 exchange that shows it, and the list may have been changed',
    ),
  });
  recording.add('listWebhooks', page({ has_more: true })).add('listWebhooks', page({ has_more: true }));
  expect(recording.result('PAGE-06')).toEqual({
    verdict: 'fail',
    reason: 'seen in 3 of 3 exchanges that show it',
  });
  expect(recording.found).toEqual(['PAGE-06']);
});

it('does not add up pages of different callers, or of a list that changed', () => {
  const recording = new Recording()
    .add('listWebhooks', page({ has_more: true }))
    .add('listWebhooks', { ...page({ has_more: true }), as: 'abcdefgh2' })
    .add('listWebhooks', page({ has_more: false, total: 3 }));
  expect(recording.result('PAGE-05').verdict).toBe('inconclusive');
  expect(recording.result('PAGE-06').verdict).toBe('inconclusive');
});

it.each([202, 500, 502, 503, 504])(
  'judges no pages while a deletion answered %d may still be under way',
  (status) => {
    const recording = new Recording().add('deleteWebhook', { status });
    for (let at = 0; at < 3; at += 1) recording.add('listWebhooks', page({ has_more: true }));
    expect(recording.result('PAGE-06').verdict).toBe('skipped');
    expect(recording.result('PAGE-01').verdict).toBe('inconclusive');
  },
);

it.each<[string, Recorded]>([
  ['another parameter', { query: '?limit=5&page=2' }],
  ['a part of the answer', { headers: { range: 'bytes=0-9' } }],
  ['something other than JSON', { headers: { accept: 'text/csv' } }],
])('says nothing if the request asks for %s', (_, asked) => {
  const recording = new Recording().add('listWebhooks', { ...page({ limit: 7 }), ...asked });
  expect(recording.result('PAGE-03').verdict).toBe('skipped');
});

it('never blames the server for what the recorder answered, or for requests without a credential', () => {
  const recording = new Recording()
    .add('listWebhooks', { ...page({ limit: 7 }), recorder: '--limit-every' })
    .add('listWebhooks', { ...page({ limit: 7 }), as: null });
  expect(recording.result('PAGE-03').verdict).toBe('skipped');
});

it.each<[string, Recorded, string]>([
  ['the list', page({}), 'fail'],
  ['a page to log in', {}, 'skipped'],
  ['the list to a session', { ...page({}), headers: { cookie: 'session=abcdefgh2' } }, 'skipped'],
])('judges %s that came without a key', (_, answered, verdict) => {
  const recording = new Recording().add('listWebhooks', { ...answered, as: null });
  expect(recording.result('AUTH-01').verdict).toBe(verdict);
});

it('treats a refusal as caused by the request if the key was valid before and after, twice', () => {
  const alone = { sent: { uuid }, status: 404 };
  const recording = new Recording()
    .add('testWebhook', alone)
    .add('listWebhooks', page({}))
    .add('testWebhook', alone);
  expect(recording.result('TEST-01').verdict).toBe('skipped');
  recording.add('listWebhooks', page({}));
  expect(recording.result('TEST-01').verdict).toBe('inconclusive');
  recording.add('testWebhook', alone).add('listWebhooks', page({}));
  expect(recording.result('TEST-01')).toEqual({
    verdict: 'fail',
    reason: 'seen in 2 of 2 exchanges that show it',
  });
  expect(new Recording().add('testWebhook', { ...alone, status: 200 }).result('TEST-01').verdict).toBe(
    'fail',
  );
});

it('finds keys that are issued twice, and keys that are shown again, except those that the request contained', () => {
  const token = jwt('{"jti":"one","exp":1}');
  const key = {
    jti: 'one',
    user_id: 1,
    team_id: 1,
    name: 'x',
    last_token: token,
    created_at: '2026-11-20T12:00:00Z',
  };
  const creation = { sent: { name: 'x' }, status: 201, json: key };
  const twice = new Recording().add('createApiKey', creation).add('createApiKey', creation);
  expect(twice.result('KEY-07').verdict).toBe('fail');
  const again = new Recording()
    .add('createApiKey', { ...creation, headers: { 'idempotency-key': '1' } })
    .add('createApiKey', { ...creation, headers: { 'idempotency-key': '1' } });
  expect(again.result('KEY-07').verdict).toBe('skipped');
  const echoed = new Recording()
    .add('createApiKey', creation)
    .add('testWebhook', { sent: { target_url: `https://example.com/?${token}` }, json: { url: token } });
  expect(echoed.result('KEY-08').verdict).toBe('inconclusive');
  expect(echoed.add('listWebhooks', page({ next: token })).result('KEY-08').verdict).toBe('fail');
});
