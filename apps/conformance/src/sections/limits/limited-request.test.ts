/**
 * Limits that carry out what they refuse: the second of two deletions, after accepting the first, or part of an
 * update.
 */
import { describe, expect, it } from 'vitest';
import { isRecord } from '@outreach-api/model/records/is-record';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

const limit = { requests: 25, perMs: 1200 };

/** Whether a request exceeds the limit of the whole service. */
function limited(): () => boolean {
  let [since, taken] = [0, 0];
  return () => {
    if (Date.now() - since >= limit.perMs) [since, taken] = [Date.now(), 0];
    taken += 1;
    return taken > limit.requests;
  };
}

const tooMany = (): Response => Response.json({ message: 'Too Many Requests' }, { status: 429 });

/** Limits the whole service; of each kind of deletion that hits the limit, the first is accepted. */
function limiting(path: string, isDone: boolean): { gateway: Gateway; admitted: () => number } {
  let admitted = 0;
  const isLimited = limited();
  const gateway: Gateway = async (request, pass) => {
    if (!isLimited()) return pass(request);
    const isDeletion = request.method === 'DELETE' && new URL(request.url).pathname.includes(path);
    if (isDeletion && admitted === 0) {
      admitted += 1;
      return pass(request);
    }
    if (isDeletion && isDone) await pass(request);
    return tooMany();
  };
  return { gateway, admitted: () => admitted };
}

describe.concurrent.each([
  ['`DELETE /flows/api/sender-profiles/{uuid}`', '/sender-profiles/'],
  ['`DELETE /integrations/api/webhooks/{uuid}`', '/webhooks/'],
])('%s, let in once and then answered 429', (operation, path) => {
  it.each([
    [
      'is seen to be done all the same',
      true,
      'fail',
      `${operation} has no effect if it is answered with 429`,
    ],
    ['passes where it is not done', false, 'pass', undefined],
  ] as const)('%s', async (_, isDone, verdict, expected) => {
    const { gateway, admitted } = limiting(path, isDone);
    const { results } = await judgeSandbox({
      rules: [ruleNamed('RATE-04')],
      allow: { createApiKeys: 0, flood: 4000 },
      gateway,
    });
    expect(results.map(({ verdict: found, breach }) => [found, breach?.expected])).toEqual([
      [verdict, expected],
    ]);
    expect(admitted()).toBe(1);
  });
});

it.concurrent.each(['first_name', 'last_name'])(
  'updateSenderProfile, answered 429, is seen to store its %s',
  async (field) => {
    const isLimited = limited();
    const gateway: Gateway = async (request, pass) => {
      if (!isLimited()) return pass(request);
      if (request.method === 'PUT') {
        const sent: unknown = await request.json();
        const part = JSON.stringify({ [field]: isRecord(sent) ? sent[field] : null });
        await pass(new Request(request.url, { method: 'PUT', headers: request.headers, body: part }));
      }
      return tooMany();
    };
    const { results } = await judgeSandbox({
      rules: [ruleNamed('RATE-04')],
      allow: { createApiKeys: 0, deletes: false, flood: 4000 },
      gateway,
    });
    expect(results.map(({ verdict, breach }) => [verdict, breach?.expected])).toEqual([
      ['fail', '`PUT /flows/api/sender-profiles/{uuid}` has no effect if it is answered with 429'],
    ]);
  },
);
