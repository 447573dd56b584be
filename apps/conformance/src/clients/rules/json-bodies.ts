/** CLI-02: a request with a body says `Content-Type: application/json` and carries JSON (Endpoints). */
import { broken, every, holds, show, type Judgement } from '../../engine/judgement.ts';
import { Unmet } from '../../engine/unmet.ts';
import type { ClientExchange } from '../client-exchange.ts';
import { defineClientRule, requestsOf } from './client-rule.ts';
import { requestInShort } from './request-in-short.ts';

/** A request with a body. */
interface Body {
  readonly request: string;
  readonly contentType: string | null;
  readonly text: string;
}

/** A request with a body says `Content-Type: application/json` and carries JSON. */
export const jsonBodies = defineClientRule<readonly Body[]>({
  id: 'CLI-02',
  inCalls: ({ calls }) => atLeastOne(requestsOf(calls).map(({ request }) => request)),
  inExchanges: atLeastOne,
  judge: (bodies) => every(bodies.map(judged)),
  breaches: {
    'no Content-Type': (bodies) => changed(bodies, { contentType: null }),
    'a form is sent': (bodies) =>
      changed(bodies, { contentType: 'application/x-www-form-urlencoded', text: 'name=Ada' }),
    'the body is no JSON': (bodies) => changed(bodies, { text: "{'name': 'Ada'}" }),
  },
});

function atLeastOne(exchanges: readonly ClientExchange[]): readonly Body[] {
  const bodies = exchanges.flatMap(bodyOf);
  if (bodies.length === 0) throw new Unmet('no request had a body');
  return bodies;
}

function bodyOf(exchange: ClientExchange): readonly Body[] {
  const { operation, headers, body } = exchange;
  // Compressed bodies are not read.
  if (operation === null || body === null || body === '' || 'content-encoding' in headers) return [];
  return [{ request: requestInShort(exchange), contentType: headers['content-type'] ?? null, text: body }];
}

function judged({ request, contentType, text }: Body): Judgement {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  return every([
    holds(
      mediaType === 'application/json',
      `${request}, which has a body, has \`Content-Type: application/json\``,
      contentType === null ? 'it has no such header' : `it says ${show(contentType)}`,
    ),
    isJson(text)
      ? { kind: 'held' }
      : broken(`the body of ${request} is JSON`, `it is ${show(text.slice(0, 200))}`),
  ]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function changed([first, ...others]: readonly Body[], change: Partial<Body>): readonly Body[] | undefined {
  return first === undefined ? undefined : [{ ...first, ...change }, ...others];
}
