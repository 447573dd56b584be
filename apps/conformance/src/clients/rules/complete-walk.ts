/** CLI-05: a walk over a list reads every record once, and stops when `has_more` is false (Pagination). */
import { Unmet } from '@outreach-api/engine';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { ClientExchange } from '../client-exchange.ts';
import type { DriverCall } from '../driver-call.ts';
import { broken, defineClientRule, every, held, holds, shownBy, type Judgement } from './client-rule.ts';
import { offsetIn, pageSeen, type PageSeen } from './page-seen.ts';

/** A walk over a list. */
interface Walk {
  /** Of its requests, each with its query. */
  readonly paths: readonly string[];
  /** The pages received, in the order in which they were requested. */
  readonly pages: readonly PageSeen[];
  /** Offsets that were requested after a page had said that no more follow. */
  readonly afterwards: readonly number[];
  /** The uuids that the caller got; null if unknown, or if the list changed meanwhile. */
  readonly brought: readonly string[] | null;
}

/** A page that was answered faster may have been requested before the previous one had arrived. */
const leastAnswerMs = 100;

/** A walk over a list reads every record once, and stops when `has_more` is false. */
export const completeWalk = defineClientRule<readonly Walk[]>({
  id: 'CLI-05',
  needs: ['webhooks.all'],
  inCalls: ({ calls }) => {
    const walks = calls.filter(({ call }) => call === 'webhooks.all').map(walkOf);
    const whyNot = walks.find((walk) => typeof walk === 'string');
    if (whyNot !== undefined) throw new Unmet(whyNot);
    return walks.filter((walk) => typeof walk !== 'string');
  },
  inExchanges: (exchanges) => {
    const walks = walksIn(exchanges);
    if (walks.length === 0) throw new Unmet('no walk over a list was completed');
    return walks;
  },
  judge: (walks) => every(walks.flatMap((walk) => [stopped(walk), whole(walk)])),
  each: (walks) => walks.map((walk) => [walk]),
  breaches: {
    'asks for a page after the last': (walks) =>
      changed(walks, ({ pages }) => {
        const last = lastPage(pages);
        return last === null ? null : { afterwards: [last.offset + Math.max(1, last.records)] };
      }),
    'leaves a record out': (walks) =>
      changed(walks, ({ brought }) => (isFilled(brought) ? { brought: brought.slice(1) } : null)),
    'brings a record twice': (walks) =>
      changed(walks, ({ brought }) =>
        isFilled(brought) ? { brought: [...brought, ...brought.slice(0, 1)] } : null,
      ),
  },
});

/** The walk that a call made, or a text that says why the call shows nothing. */
function walkOf({ exchanges, outcome }: DriverCall): Walk | string {
  const pages = pagesIn(exchanges);
  if (pages.length === 0) return 'no page of the list was received';
  const totals = new Set(pages.map(({ total }) => total));
  const isSteady = totals.size === 1;
  if (outcome.kind === 'no answer') return `it is unknown what the walk returned: ${outcome.why}`;
  if (isSteady && !outcome.answer.ok) return 'the walk failed, although pages were answered';
  const value = outcome.answer.ok ? outcome.answer.value : null;
  return {
    paths: exchanges.map(({ path }) => path),
    pages,
    afterwards: afterTheLast(exchanges, pages),
    brought: isSteady ? uuidsIn(value) : null,
  };
}

/** Walks of which only the requests are known: requests with one key for one list, page after page. */
function walksIn(exchanges: readonly ClientExchange[]): readonly Walk[] {
  const lists = exchanges.filter(({ operation }) => operation === 'listWebhooks');
  const byCaller = Map.groupBy(lists, callerAndList);
  return [...byCaller.values()].flatMap((own) => {
    const walks = Map.groupBy(own.entries(), ([at]) => own.slice(0, at + 1).filter(isFirst).length);
    return [...walks.values()].flatMap((entries) => {
      const requests = entries.map(([, request]) => request);
      const pages = pagesIn(requests);
      const last = lastPage(pages);
      // A client that does not go from page to page may not be walking at all.
      const isWalk = last !== null && pages.every((page, at) => isNext(pages[at - 1], page));
      if (!isWalk || pages.some(({ total }) => total !== last.total)) return [];
      const after = afterTheLast(requests, pages).filter((offset) => offset === last.offset + last.records);
      return [{ paths: requests.map(({ path }) => path), pages, afterwards: after, brought: null }];
    });
  });
}

function isFirst({ path }: ClientExchange): boolean {
  return offsetIn(path) === 0;
}

function isNext(before: PageSeen | undefined, page: PageSeen): boolean {
  return before === undefined ? page.offset === 0 : page.offset === before.offset + before.records;
}

function callerAndList({ credential, path, connection }: ClientExchange): string {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  query.delete('offset');
  return JSON.stringify([credential, query.toString(), connection]);
}

function pagesIn(exchanges: readonly ClientExchange[]): readonly PageSeen[] {
  return exchanges.flatMap((exchange) => pageSeen(exchange) ?? []);
}

/** The page that said that no more follow; null if none did, or if it came too fast to know who had seen it. */
function lastPage(pages: readonly PageSeen[]): PageSeen | null {
  const last = pages.find(({ hasMore }) => !hasMore);
  return last !== undefined && last.answeredAt - last.arrivedAt >= leastAnswerMs ? last : null;
}

/** Offsets requested after it was known that no more follow, by a client that requests page after page. */
function afterTheLast(exchanges: readonly ClientExchange[], pages: readonly PageSeen[]): readonly number[] {
  const last = lastPage(pages);
  if (last === null) return [];
  const isInOrder = pages.every((page, at) => page.arrivedAt >= (pages[at - 1]?.answeredAt ?? 0));
  if (!isInOrder) return [];
  return exchanges
    .filter(({ operation, arrivedAt }) => operation === 'listWebhooks' && arrivedAt > last.answeredAt)
    .flatMap(({ path }) => offsetIn(path) ?? [])
    .filter((offset) => offset > last.offset && offset >= last.offset + last.records);
}

function stopped({ afterwards, pages, paths }: Walk): Judgement {
  const [offset] = afterwards;
  if (offset === undefined) return held;
  return shownBy(broken('walk-goes-past-the-end', { last: lastPage(pages)?.offset ?? 0, offset }), {
    sent: paths,
  });
}

function whole({ brought, pages, paths }: Walk): Judgement {
  if (brought === null) return held;
  const total = pages[0]?.total ?? 0;
  const returned = brought.length;
  const distinct = new Set(brought).size;
  const judgement = every([
    holds(distinct === returned, 'walk-returns-records-twice', { total, returned, distinct }),
    holds(returned === total, 'walk-returns-another-number', { total, returned }),
  ]);
  return shownBy(judgement, { sent: paths });
}

/** The uuids of the records that a walk returned; null if the value is not a list of records. */
function uuidsIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const uuids = value.flatMap((record) =>
    isRecord(record) && typeof record['uuid'] === 'string' ? [record['uuid']] : [],
  );
  return uuids.length === value.length ? uuids : null;
}

function isFilled(brought: readonly string[] | null): brought is readonly string[] {
  return brought !== null && brought.length > 0;
}

function changed(
  [first, ...others]: readonly Walk[],
  change: (walk: Walk) => Partial<Walk> | null,
): readonly Walk[] | undefined {
  const changes = first === undefined ? null : change(first);
  return first === undefined || changes === null ? undefined : [{ ...first, ...changes }, ...others];
}
