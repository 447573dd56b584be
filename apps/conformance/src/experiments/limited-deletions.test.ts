/** A limit that lets in the first deletion, as a bucket does now and then, and does the next although it refuses it. */
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../proof/judge-sandbox.ts';
import { limitedRequestHasNoEffect } from '../rules/limits.ts';

const limit = { requests: 25, perMs: 1200 };

/** Limits the whole service; of a kind of deletion that meets the limit, the first is let in. */
function limiting(path: string, isDone: boolean): { gateway: Gateway; letIn: () => number } {
  let since = 0;
  let taken = 0;
  let letIn = 0;
  const isLimited = (): boolean => {
    if (Date.now() - since >= limit.perMs) [since, taken] = [Date.now(), 0];
    taken += 1;
    return taken > limit.requests;
  };
  const gateway: Gateway = async (request, pass) => {
    if (!isLimited()) return pass(request);
    const isDeletion = request.method === 'DELETE' && new URL(request.url).pathname.includes(path);
    if (isDeletion && letIn === 0) {
      letIn += 1;
      return pass(request);
    }
    if (isDeletion && isDone) await pass(request);
    return Response.json({ message: 'Too Many Requests' }, { status: 429 });
  };
  return { gateway, letIn: () => letIn };
}

describe.concurrent.each([
  ['deleteSenderProfile', '/sender-profiles/'],
  ['deleteWebhook', '/webhooks/'],
])('%s, let in once and then answered 429', (operation, path) => {
  it.each([
    ['is seen to be done all the same', true, 'fail', `${operation} has no effect where it is answered 429`],
    ['passes where it is not done', false, 'pass', undefined],
  ] as const)('%s', async (_, isDone, verdict, expected) => {
    const { gateway, letIn } = limiting(path, isDone);
    const { results } = await judgeSandbox({
      rules: [limitedRequestHasNoEffect],
      allow: { createApiKeys: 0, flood: 4000 },
      gateway,
    });
    expect(results.map(({ verdict: found, breach }) => [found, breach?.expected])).toEqual([
      [verdict, expected],
    ]);
    expect(letIn()).toBe(1);
  });
});
