/** CLI-07: a retry after 429 is the same request: operation, body and credential (Errors). */
import { Unmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import { isDeepStrictEqual } from 'node:util';
import { sentIn } from '@outreach-api/model/records/exchange-seen';
import type { ClientExchange } from '../client-exchange.ts';
import type { DriverCall } from '../driver-call.ts';
import { defineClientRule, every, holds, shownBy, type Judgement } from './client-rule.ts';
import { targetOf } from '../target-of.ts';
import { requestInShort } from './request-in-short.ts';

/** A request that was rate limited, and the next one for the same call. */
interface Retry {
  readonly limited: ClientExchange;
  readonly again: ClientExchange;
}

/** A retry after 429 is the same request: operation, body and credential. */
export const sameRequestAgain = defineClientRule<readonly Retry[]>({
  id: 'CLI-07',
  inCalls: ({ calls }) => {
    const retries = calls.flatMap(retriesIn);
    if (retries.length === 0) throw new Unmet('it never retries after 429 here');
    return retries;
  },
  inExchanges: () => {
    throw new Unmet('a retry can only be recognised by its similarity to the limited request');
  },
  judge: (retries) => every(retries.map(judged)),
  breaches: {
    'the retry asks for something else': (retries) =>
      changed(retries, ({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}limit=1` })),
    'the retry carries another body': (retries) => changed(retries, () => ({ body: '{"name":"another"}' })),
    'the retry carries no credential': (retries) =>
      changed(retries, () => ({ credential: { kind: 'none' } })),
  },
});

/** For calls that make one request: the next request to the same target, or of the same operation, is its retry. */
function retriesIn({ call, exchanges }: DriverCall): readonly Retry[] {
  if (call === 'webhooks.all') return [];
  return exchanges.flatMap((limited, at) => {
    const again = exchanges[at + 1];
    if (classOf(limited.answer).kind !== 'limited' || again === undefined || !isRetry(limited, again))
      return [];
    return [{ limited, again }];
  });
}

/** A read of the same resource after a rate-limited change may be a check whether the change took effect. */
function isRetry(limited: ClientExchange, again: ClientExchange): boolean {
  if (limited.operation === again.operation) return true;
  return placeOf(limited) === placeOf(again) && again.method !== 'GET' && again.method !== 'HEAD';
}

/** The path of a request, apart from what a client may write otherwise by mistake. */
function placeOf({ path }: ClientExchange): string {
  const [pathname = ''] = path.split('?');
  return pathname.replaceAll(/\/+/g, '/').replace(/\/$/, '').toLowerCase();
}

function judged({ limited, again }: Retry): Judgement {
  const request = requestInShort(limited);
  const [target, retried] = [targetOf(limited), targetOf(again)];
  const [body, retriedBody] = [sentIn(limited.body), sentIn(again.body)];
  const judgement = every([
    holds(target === retried, 'retry-of-another-request', { request, target, retried }),
    holds(isDeepStrictEqual(body, retriedBody), 'retry-with-another-body', {
      request,
      body,
      retried: retriedBody,
    }),
    holds(isDeepStrictEqual(limited.credential, again.credential), 'retry-with-another-credential', {
      request,
    }),
  ]);
  return shownBy(judgement, { sent: [limited.path, again.path] });
}

function changed(
  [first, ...others]: readonly Retry[],
  change: (exchange: ClientExchange) => Partial<ClientExchange>,
): readonly Retry[] | undefined {
  if (first === undefined) return undefined;
  return [{ ...first, again: { ...first.again, ...change(first.again) } }, ...others];
}
