/** Reads, for the engine, which requests of a run were refused though the description says that they succeed. */
import { isAccepted } from '@outreach-api/model/records/answer-class';
import { unexplainedRefusals, type AskedRequest } from '@outreach-api/model/laws/unexplained-refusals';
import { mainCaller, type Exchange } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { AnswerDemanded } from '../rules/rule.ts';
import type { Target } from '../target/target.ts';
import { requestOf } from './request-of.ts';
import type { RefusedRequests } from './suite.ts';

/** A request of a run, with its exchange for reports if it was refused. */
export interface KeptRequest extends AskedRequest {
  readonly exchange: Exchange | null;
}

/** A single refusal may be an accident. */
const leastRefusals = 4;
const mostShown = 4;
/** The headers that every request of the suite has or may have; any other may be minded. */
const plainHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'content-length',
  'content-type',
  'user-agent',
]);
const json = 'application/json';

/** What is kept of an exchange: its body only if it was refused. */
export function keptRequest(exchange: Exchange, seen: ExchangeSeen): KeptRequest {
  const { request, milliseconds, caller, answer } = exchange;
  const { accept = json, 'content-type': type = json } = request.headers;
  const isPlain =
    accept === json && type === json && Object.keys(request.headers).every((name) => plainHeaders.has(name));
  return {
    from: seen.at,
    to: seen.at + milliseconds,
    operation: seen.operation,
    isMainKey: caller === mainCaller,
    isPlain,
    path: seen.path,
    sent: seen.sent,
    came: seen.came,
    status: answer?.status ?? null,
    exchange: isAccepted(seen.came) ? null : exchange,
  };
}

/**
 * The requests that should have succeeded and were refused, as one breach; null if there are too few to be no accident.
 *
 * @param all - the requests of a run before any flood; one that was recalled may come several times
 */
export function refusedIn(
  all: readonly KeptRequest[],
  { operations }: AnswerDemanded,
  { fixtures }: Target,
): RefusedRequests | null {
  const once = [...new Map(all.map((one) => [JSON.stringify({ ...one, exchange: null }), one])).values()];
  const named = [...fixtures.senderProfiles, ...fixtures.disposableSenderProfiles];
  for (const operation of operations) {
    const refused = unexplainedRefusals(once, operation, named);
    if (refused.length < leastRefusals) continue;
    const statuses = [...new Set(refused.flatMap(({ status }) => status ?? []))];
    return {
      code: 'refused-among-accepted',
      values: { request: requestOf[operation], statuses, times: refused.length },
      exchanges: refused.flatMap(({ exchange }) => exchange ?? []).slice(0, mostShown),
      times: refused.length,
      tries: once.filter((one) => one.operation === operation && one.isMainKey).length,
    };
  }
  return null;
}
