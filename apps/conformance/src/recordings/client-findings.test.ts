/** What recorded exchanges say about clients, several together. */
import { expect, it } from 'vitest';
import { RecordingJudge } from '../judge-recording.ts';
import { jsonReport } from '../report/json-report.ts';

it('counts each walk that breaks the statement, and shows the requests of the first', () => {
  const judge = new RecordingJudge({ baseUrl: 'https://api.example.com', from: 'a test', since: 0 });
  let at = 0;
  const list = (limit: number, offset: number): void => {
    at += 1000;
    const data = Array.from({ length: offset === 0 ? 3 : 0 }, (_, index) => ({
      uuid: `7626738f-80f8-4a0c-bcee-a0a7f892b28${index}`,
      event: 'sender_profile_sent_email',
      request_method: 'POST',
      target_url: 'https://example.com/',
    }));
    judge.add({
      at,
      arrivedAt: at,
      answeredAt: at + 200,
      connection: 1,
      request: {
        operation: 'listWebhooks',
        method: 'GET',
        path: `/integrations/api/webhooks?limit=${limit}&offset=${offset}`,
        headers: {},
        authorization: 'Bearer abcdefgh1',
        body: { kind: 'none' },
      },
      answer: {
        status: 200,
        headers: {},
        body: { kind: 'text', text: JSON.stringify({ data, limit, offset, total: 3, has_more: false }) },
        recorder: null,
      },
    });
  };
  for (const limit of [6, 10, 12]) {
    list(limit, 0);
    list(limit, 3);
    // A breach is reported as soon as it is seen, and counted to the end.
    judge.review();
  }
  const report = jsonReport(judge.run({ startedAt: new Date(0), seconds: 1 }), 'judge');
  const breach = report.rules.find(({ id }) => id === 'CLI-05')?.breach;
  expect(breach).toMatchObject({ code: 'walk-goes-past-the-end', seen: '3 of 3' });
  expect(breach?.exchanges.map(({ request }) => new URL(request.url).search)).toEqual([
    '?limit=6&offset=0',
    '?limit=6&offset=3',
  ]);
});
