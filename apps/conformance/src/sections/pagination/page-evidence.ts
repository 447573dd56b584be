/** Extracts pages of the list of webhooks from any exchanges for the rules to judge. */
import { hasKey, type AnswerSeen, type ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { pageIn } from '@outreach-api/model/records/page';
import type { WindowSeen } from './pages-seen.ts';

/** A limit or offset with an unambiguous meaning. */
const usualLimit = /^[1-9]\d{0,2}$/;
const usualOffset = /^(?:0|[1-9]\d{0,5})$/;
/** A target that takes a negative number may say so. */
const negative = /^\s*-/;

/** Each page as received, filtered or not: whatever else happens, a page agrees with its own envelope. */
export function pagesIn(exchanges: readonly ExchangeSeen[]): readonly (readonly [WindowSeen, null])[] {
  return exchanges.flatMap(windowsOf);
}

/** The pages of {@link pagesIn}, and those that came for a limit or offset whose meaning is open: all have an envelope. */
export function envelopesIn(exchanges: readonly ExchangeSeen[]): readonly (readonly [WindowSeen, null])[] {
  return exchanges.flatMap((exchange) => {
    const usual = windowsOf(exchange);
    return usual.length > 0 ? usual : oddWindowsOf(exchange);
  });
}

function oddWindowsOf(exchange: ExchangeSeen): readonly (readonly [WindowSeen, null])[] {
  if (!isPage(exchange)) return [];
  const query = queryOf(exchange);
  const asked = [...query].filter(([name]) => name === 'limit' || name === 'offset');
  if (asked.some(([, value]) => negative.test(value))) return [];
  const { status, json } = exchange.answer;
  const seen = { limit: null, offset: null, accepted: true, status, body: json, total: null };
  return [[{ ...seen, query: Object.fromEntries(asked) }, null]];
}

function isPage(exchange: ExchangeSeen): exchange is ExchangeSeen & { readonly answer: AnswerSeen } {
  return exchange.operation === 'listWebhooks' && hasKey(exchange) && exchange.answer?.ok === true;
}

function windowsOf(exchange: ExchangeSeen): readonly (readonly [WindowSeen, null])[] {
  if (!isPage(exchange)) return [];
  const { answer } = exchange;
  const query = queryOf(exchange);
  const [limits, offsets] = [query.getAll('limit'), query.getAll('offset')];
  const isUsual =
    limits.every((text) => usualLimit.test(text)) && offsets.every((text) => usualOffset.test(text));
  if (!isUsual || limits.length > 1 || offsets.length > 1) return [];
  const [limit = null, offset = null] = [limits.map(Number)[0], offsets.map(Number)[0]];
  const seen: WindowSeen = {
    limit,
    offset,
    accepted: true,
    status: answer.status,
    body: answer.json,
    total: pageIn(answer.json)?.total ?? null,
  };
  return [[seen, null]];
}

function queryOf({ path }: ExchangeSeen): URLSearchParams {
  const at = path.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : path.slice(at));
}
