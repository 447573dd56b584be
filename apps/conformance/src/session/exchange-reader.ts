/** Reads for the engine what became of requests. */
import { classOf } from '@outreach-api/model/records/answer-class';
import type { ExchangeReader, RequestOutcomes } from './suite.ts';
import { mainCaller, type Exchange } from '@outreach-api/model/records/exchange';
import type { Contradiction } from '../rules/breaches/breach-values.ts';
import type { AnswerDemanded } from '../rules/rule.ts';
import { isOrdinaryUpdate } from '@outreach-api/model/records/profile-fields';
import { jsonFault } from '@outreach-api/wire/json-fault';
import { requestShape } from '@outreach-api/wire/patience';
import { requestOf } from './request-of.ts';
import { isFlood } from './resources.ts';

/** What became of the requests to which a statement demands an answer; one that got none was cut off. */
function outcomesOf(
  exchanges: readonly Exchange[],
  { operations, callers = [mainCaller] }: AnswerDemanded,
): RequestOutcomes {
  const demanded = exchanges.filter(
    ({ role, caller, request }) =>
      role === 'subject' &&
      callers.includes(caller) &&
      operations.some((operation) => requestOf[operation] === shapeOfRequest({ request })) &&
      !mayBeRefused(request),
  );
  const cut = new Map<string, Contradiction>();
  const counts = new Map<string, number>();
  for (const { caller, request, isCut } of demanded) {
    const shape = shapeOfRequest({ request });
    const kind = `${shape} by ${caller}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (isCut === true) cut.set(`${kind} ${count}`, { code: 'no-answer', values: { request: shape } });
  }
  return { cut, answered: demanded.some(({ answer }) => answer !== null) };
}

/** Text that is not ordinary need not be taken: nothing demands an answer to it. */
function mayBeRefused({ method, body }: Exchange['request']): boolean {
  if (method !== 'PUT') return false;
  return body === null || jsonFault(body) !== null || !isOrdinaryUpdate(JSON.parse(body));
}

/** Method and path, with uuids as `{uuid}`. */
function shapeOfRequest({ request: { method, url } }: Pick<Exchange, 'request'>): string {
  const path = new URL(url).pathname;
  return requestShape(method, path.slice(path.search(/\/(?:id|integrations|flows)\/api\//)));
}

/** In a flood, such answers are what is judged. */
function isByIntermediary(
  exchanges: readonly Exchange[],
  experiment: { readonly changes?: readonly string[] },
): boolean {
  return (
    !isFlood(experiment) &&
    exchanges.some(({ role, answer }) => role === 'subject' && classOf(answer).by === 'gateway')
  );
}

/** Reads exchanges over HTTP, from a live target or a history. */
export const exchangeReader: ExchangeReader = { outcomesOf, isByIntermediary };
