/** CLI-02: a request with a body says `Content-Type: application/json` and carries JSON (Endpoints). */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { Unmet } from '@outreach-api/engine';
import type { ClientExchange } from '../client-exchange.ts';
import { defineClientRule, every, holds, requestsOf, shownBy, type Judgement } from './client-rule.ts';
import { requestInShort } from './request-in-short.ts';

/** A request with a body. */
interface Body {
  readonly request: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly text: string;
  /** Whether its bytes are UTF-8, as those of JSON are (RFC 8259, 8.1); of what is recorded as text, they are. */
  readonly isUtf8: boolean;
}

/** A request with a body says `Content-Type: application/json` and carries JSON. */
export const jsonBodies = defineClientRule<readonly Body[]>({
  id: 'CLI-02',
  inCalls: ({ calls }) => {
    const bodies = atLeastOne(requestsOf(calls).map(({ request }) => request));
    // No call is made with this character: it stands for bytes that could not be decoded.
    return bodies.map((body) => ({ ...body, isUtf8: !body.text.includes('\uFFFD') }));
  },
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
  const contentType = headers['content-type'] ?? null;
  return [{ request: requestInShort(exchange), path: exchange.path, contentType, text: body, isUtf8: true }];
}

function judged({ request, path, contentType, text, isUtf8 }: Body): Judgement {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  const judgement = every([
    holds(mediaType === 'application/json', 'body-of-another-type', { request, contentType }),
    holds(isUtf8 && parsedJson(text) !== undefined, 'body-is-no-json', { request, text: text.slice(0, 200) }),
  ]);
  return shownBy(judgement, { sent: [path] });
}

function changed([first, ...others]: readonly Body[], change: Partial<Body>): readonly Body[] | undefined {
  return first === undefined ? undefined : [{ ...first, ...change }, ...others];
}
