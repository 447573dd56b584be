/** Extracts pages of the list of webhooks from any exchanges for the rules to judge. */
import { hasKey, type ExchangeSeen } from '../../records/exchange-seen.ts';
import { pageIn } from '../../records/page.ts';
import type { WindowSeen } from './pages-seen.ts';

/** A limit or offset with an unambiguous meaning. */
const usualLimit = /^[1-9]\d{0,2}$/;
const usualOffset = /^(?:0|[1-9]\d{0,5})$/;

/** Each page as received, filtered or not: whatever else happens, a page agrees with its own envelope. */
export function pagesIn(exchanges: readonly ExchangeSeen[]): readonly (readonly [WindowSeen, null])[] {
  return exchanges.flatMap(windowsOf);
}

function windowsOf(exchange: ExchangeSeen): readonly (readonly [WindowSeen, null])[] {
  const { operation, answer } = exchange;
  if (operation !== 'listWebhooks' || !hasKey(exchange) || answer?.ok !== true) return [];
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
