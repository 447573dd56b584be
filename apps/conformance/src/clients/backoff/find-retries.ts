/** Finds the retries among the requests of a client: requests repeated after 429. */
import { classOf, isSuccess } from '@outreach-api/model/records/answer-class';
import type { ClientExchange } from '../client-exchange.ts';
import { targetOf } from '../target-of.ts';
import { readRetryAfter } from './read-retry-after.ts';
import type { Attempt, RetryAfter, RetrySequence } from '@outreach-api/model/backoff/retry-sequence';

/** Requests among which to look for retries. */
export interface RequestsSeen {
  /** In the order of their arrival. */
  readonly exchanges: readonly ClientExchange[];
  /** The time since 1970 at which the clock of the exchanges began, by the client's clock; null if unknown. */
  readonly epoch: number | null;
}

/** The retries of a client, and possible retries that cannot be distinguished from other requests. */
export interface RetriesFound {
  /** In the order in which they began. */
  readonly sequences: readonly RetrySequence[];
  /** Rate-limited requests that are not judged, each with the reason. */
  readonly unjudged: readonly string[];
}

/** Identical requests, one after the other; each but the last was answered 429. */
type Chain = readonly ClientExchange[];

/**
 * The retries in one call of a client: every request that it repeats after 429 is a retry.
 *
 * @param isCut - whether the client was killed while it might have continued
 */
export function retriesOfCall(seen: RequestsSeen, isCut: boolean): RetriesFound {
  return retriesIn(seen, isCut ? 'cut' : 'gave up', () => null);
}

/**
 * The retries in a recording, which does not show which call made which request. A request that is repeated after 429
 * is a retry if it finally succeeds and is not made at any other time. Otherwise it might come from a program that
 * makes the same request now and then, limited or not, or that gives up and is called again.
 */
export function retriesInRecording(seen: RequestsSeen): RetriesFound {
  return retriesIn(seen, 'gave up', (chain, isAlone) => {
    if (chain.length === 1) return 'it was not repeated';
    if (!isAlone) return 'it was also made at other times: which requests are retries is unknown';
    const last = chain.at(-1)?.answer?.status ?? 0;
    return isSuccess(last) ? null : 'it never succeeded: the repeats may be new requests';
  });
}

/** Why a chain is not judged; null if it is. */
type Doubt = (chain: Chain, isAlone: boolean) => string | null;

function retriesIn(
  { exchanges, epoch }: RequestsSeen,
  endOfLimited: RetrySequence['ended'],
  doubt: Doubt,
): RetriesFound {
  const found = [...Map.groupBy(exchanges, sameRequest).values()].flatMap((same) => {
    if (!same.some(isLimited)) return [];
    if (isMingled(same)) return describeRequest(same, 'it was made several times concurrently');
    const chains = chainsOf(same);
    return chains
      .filter(([first]) => first !== undefined && isLimited(first))
      .map((chain) => {
        const reason = doubt(chain, chains.length === 1);
        return reason === null ? sequenceOf(chain, epoch, endOfLimited) : describeRequest(chain, reason);
      });
  });
  return {
    sequences: found
      .filter((one) => typeof one !== 'string')
      .toSorted((one, other) => start(one) - start(other)),
    unjudged: [...new Set(found.filter((one) => typeof one === 'string'))],
  };
}

function describeRequest([first]: Chain, reason: string): string {
  return first === undefined ? reason : `${nameOf(first)}: ${reason}`;
}

function sequenceOf(
  chain: Chain,
  epoch: number | null,
  endOfLimited: RetrySequence['ended'],
): RetrySequence | string {
  const attempts: Attempt[] = [];
  for (const exchange of chain) {
    const retryAfter = retryAfterOf(exchange, epoch);
    if (retryAfter === undefined)
      return describeRequest(chain, '`Retry-After` is a date, and the current time is unknown');
    const { arrivedAt, answeredAt, answer } = exchange;
    attempts.push({ arrivedAt, answeredAt, status: answer?.status ?? null, retryAfter });
  }
  const [first, last] = [chain[0], chain.at(-1)];
  return {
    request: first === undefined ? 'a request' : nameOf(first),
    ...(first === undefined ? {} : { path: first.path }),
    attempts,
    ended: last !== undefined && isLimited(last) ? endOfLimited : 'got through',
  };
}

/** Null if the answer has none; undefined if it cannot be related to the clock. */
function retryAfterOf(
  { arrivedAt, answeredAt, answer }: ClientExchange,
  epoch: number | null,
): RetryAfter | null | undefined {
  const text = answer?.headers['retry-after'];
  if (answer === null || text === undefined) return null;
  const times = { answeredAt: answeredAt ?? arrivedAt, date: answer.headers['date'] ?? null, epoch };
  return readRetryAfter(text, times) ?? undefined;
}

/**
 * Splits identical requests after each answer other than 429. Requests that follow another failure (a server error, no
 * answer) are left out: only the client knows how many attempts it has counted.
 */
function chainsOf(same: Chain): Chain[] {
  const chains: ClientExchange[][] = [[]];
  for (const exchange of same) {
    chains.at(-1)?.push(exchange);
    if (isLimited(exchange)) continue;
    if (!isSuccess(exchange.answer?.status ?? 0)) break;
    chains.push([]);
  }
  return chains.filter((chain) => chain.length > 0);
}

/** Whether one of them arrived before the previous one was answered. */
function isMingled(same: Chain): boolean {
  return same.some((exchange, index) => {
    const before = same[index - 1];
    return before !== undefined && (before.answeredAt ?? before.arrivedAt) > exchange.arrivedAt;
  });
}

function sameRequest(exchange: ClientExchange): string {
  return JSON.stringify([exchange.credential, targetOf(exchange), exchange.body]);
}

function nameOf({ method, path }: ClientExchange): string {
  return `${method} ${path}`;
}

function start({ attempts }: RetrySequence): number {
  return attempts[0]?.arrivedAt ?? 0;
}

function isLimited({ answer }: Pick<ClientExchange, 'answer'>): boolean {
  return classOf(answer).kind === 'limited';
}
