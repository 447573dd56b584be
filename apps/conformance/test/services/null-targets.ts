/** Targets that implement nothing: no rule may pass on them. */
import type { Answerer } from '../simulation/simulated-network.ts';

/** A target that implements nothing: each in its own way satisfies "refused", "equal", "absent" or "every". */
export interface NullTarget {
  readonly name: string;
  readonly answer: Answerer;
}

const emptyList = { data: [], limit: 20, offset: 0, total: 0, has_more: false };

/** Targets on which no rule may pass. */
export const nullTargets: readonly NullTarget[] = [
  constant('200 {} to everything', 200, '{}'),
  constant('204 to everything', 204, ''),
  ...[401, 403, 404, 422, 429, 500].map((status) => constant(`${status} to everything`, status, '{}')),
  constant('an HTML page', 200, '<!doctype html><title>Welcome</title><p>It works.', 'text/html'),
  constant('an empty array', 200, '[]'),
  constant('a list that is always empty', 200, JSON.stringify(emptyList)),
  {
    name: 'an empty list for each GET, 404 to the rest',
    answer: async ({ method }) => (method === 'GET' ? Response.json(emptyList) : answerOf(404, '{}')),
  },
  {
    name: 'an empty list that keeps to limit and offset, 404 to the rest',
    answer: async ({ method, url }) => {
      if (method !== 'GET') return answerOf(404, '{}');
      const query = new URL(url).searchParams;
      const limit = Number(query.get('limit') ?? 20);
      return Response.json({ ...emptyList, limit, offset: Number(query.get('offset') ?? 0) });
    },
  },
  {
    name: 'an echo of the body',
    answer: async (request, { body = '' }) => answerOf(200, (await request.text()) || body || '{}'),
  },
];

function constant(name: string, status: number, body: string, type = 'application/json'): NullTarget {
  return { name, answer: async () => answerOf(status, body, type) };
}

function answerOf(status: number, body: string, type = 'application/json'): Response {
  return new Response(status === 204 ? null : body, { status, headers: { 'content-type': type } });
}
