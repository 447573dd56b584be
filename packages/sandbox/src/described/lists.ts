/** Pages and filters (sections Pagination, Filtering, Webhook list envelope). */
import { accepted, refused } from '../answer.ts';
import type { Outcome } from '../answer.ts';
import type { ListBehaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import { filterFrom } from '../filter/filter.ts';
import { isFilterParameter, placedFilter } from '../filter/filter-placement.ts';
import { meets } from '../filter/matches.ts';
import type { StoredWebhook, ShownRecord } from '../records.ts';
import type { Window } from '../window.ts';
import type { World } from '../world.ts';

/** Lists as described; `record` shows a webhook. */
export function describedLists(world: World, record: (webhook: StoredWebhook) => ShownRecord): ListBehaviour {
  const { dialect } = world;
  const hasFurtherFields = dialect.furtherFields !== 'none';
  return {
    window: (call) => windowOf(call, world),
    filter: (call) => {
      const placed = placedFilter(call, dialect.filterPlacement);
      if (!placed.ok || placed.value === null) return placed.ok ? accepted(null) : placed;
      return filterFrom(placed.value, dialect, hasFurtherFields);
    },
    listing: ({ caller }) => ({
      total: world.store.webhooks.count(caller.accountId),
      slice: (offset, limit) =>
        world.store.webhooks.slice(caller.accountId, offset, limit).map((webhook) => record(webhook)),
    }),
    matches: (shown, field, condition) => meets(shown[field] ?? null, condition, dialect),
    selects: (shown, filter, matches) => {
      const judged = filter.map(({ field, condition }) => matches(shown, field, condition));
      if (dialect.severalFilterFields === 'and' || judged.length === 0) return !judged.includes(false);
      return judged.includes(true);
    },
    page: (listing, { limit, offset }) => {
      if (offset > 0 && offset >= listing.total && dialect.offsetPastEnd === 'refused') {
        return refused('invalid-query', `offset ${offset} is past the end of the list`);
      }
      return accepted({ data: listing.slice(offset, limit), limit, offset, total: listing.total });
    },
    envelope: ({ data, limit, offset, total }) => {
      const next = offset + data.length;
      const hasMore = next < total;
      const further = hasFurtherFields ? { next_offset: hasMore ? next : null } : {};
      return { data, limit, offset, total, has_more: hasMore, ...further };
    },
  };
}

function windowOf(call: AdmittedCall, world: World): Outcome<Window> {
  const { dialect } = world;
  const known = (name: string): boolean =>
    name === 'limit' || name === 'offset' || isFilterParameter(name, dialect.filterPlacement);
  const unknown = [...call.query.keys()].find((name) => !known(name));
  if (unknown !== undefined && dialect.unknownQuery === 'refused') {
    return refused('invalid-query', `there is no parameter "${unknown}"`);
  }
  const limit = limitOf(call.query.get('limit'), world);
  if (!limit.ok) return limit;
  const offset = integerOf('offset', call.query.get('offset'), 0, world);
  return offset.ok ? accepted({ limit: limit.value, offset: offset.value }) : offset;
}

function limitOf(given: string | null, world: World): Outcome<number> {
  const { limitZero, overMaximum, pageMaximum } = world.dialect;
  const limit = integerOf('limit', given, 20, world);
  if (!limit.ok) return limit;
  if (limit.value === 0 && limitZero !== 'empty-page') {
    return limitZero === 'default' ? accepted(20) : refused('invalid-query', 'limit must be 1 or more');
  }
  const maximum = pageMaximum === 'none' ? Number.MAX_SAFE_INTEGER : Number(pageMaximum);
  if (limit.value <= maximum) return limit;
  return overMaximum === 'clamped'
    ? accepted(maximum)
    : refused('invalid-query', `limit must be at most ${maximum}`);
}

function integerOf(name: string, given: string | null, byDefault: number, world: World): Outcome<number> {
  const { negativeWindow, nonIntegerWindow } = world.dialect;
  if (given === null) return accepted(byDefault);
  if (/^\d+$/.test(given)) return accepted(Math.min(Number(given), Number.MAX_SAFE_INTEGER));
  if (/^-\d+$/.test(given)) {
    return negativeWindow === 'default'
      ? accepted(byDefault)
      : refused('invalid-query', `${name} is negative`);
  }
  if (nonIntegerWindow === 'refused') return refused('invalid-query', `${name} is not an integer`);
  const leading = nonIntegerWindow === 'leading' ? /^\d{1,9}/.exec(given)?.[0] : undefined;
  // A limit of 0 read from "0.5" would be an empty page that no client requested.
  return accepted(leading === undefined || Number(leading) === 0 ? byDefault : Number(leading));
}
