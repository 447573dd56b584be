/** Reads long lists of webhooks in part: both ends, and around webhooks of interest. */
import { Unmet } from '../engine/unmet.ts';
import type { Answer } from '../records/exchange.ts';
import type { JsonObject } from '../records/is-record.ts';
import { hasUuid, identityOf, readPage, type Page } from '../records/page.ts';
import { documented } from '../records/shape.ts';
import { UuidMap } from '../records/uuid.ts';
import type { Api } from '../session/api.ts';
import type { ListNow, Wanted } from './list-now.ts';

/** A list with more pages is long. */
const mostPagesRead = 25;
/** A list with more pages is not walked through, not even to find a webhook. */
const mostPages = 200;

/** Whether a list is too long to be read completely each time, judging by any of its pages. */
export function isLong({ limit, total }: Pick<Page, 'limit' | 'total'>): boolean {
  return total > mostPagesRead * Math.max(1, limit);
}

/** How many records may be walked through in pages of this size. */
export function longestWalk(size: number): number {
  return mostPages * size;
}

/** Why a list is not walked through. */
export function tooLong(total: number): Unmet {
  return new Unmet(`the list says that it holds ${total} webhooks, too many to be read`);
}

/** Pages of the list, all of one size. */
export class Pages {
  readonly api: Api;
  readonly #limit: number | null;
  readonly #recalls: boolean;

  /** @param recalls - see {@link Wanted} */
  constructor(api: Api, limit: number | null, recalls = false) {
    this.api = api;
    this.#limit = limit;
    this.#recalls = recalls;
  }

  /** @throws Unmet if it is refused, or is not a page */
  async at(offset: number): Promise<Page> {
    return readPage(await this.#answerAt(offset));
  }

  /** Null if it is refused. */
  async pageOrNull(offset: number): Promise<Page | null> {
    const answer = await this.#answerAt(offset);
    return answer.ok ? readPage(answer) : null;
  }

  /** How many records a page holds, judging by the first one that came. */
  size({ limit }: Page): number {
    return this.#limit ?? limit;
  }

  async #answerAt(offset: number): Promise<Answer> {
    const size: [string, string][] = this.#limit === null ? [] : [['limit', String(this.#limit)]];
    const query: [string, string][] = [...size, ['offset', String(offset)]];
    return this.#recalls ? this.api.pageOfList({ query }) : this.api.listWebhooks({ query });
  }
}

/**
 * Both ends of a long list, each with one more page as a margin: a few added or removed records move the others across
 * the edge of what is read. Also the places of webhooks of interest.
 *
 * @throws Unmet if one that must be found is at neither end, and the list is too long to search for it
 */
export async function partsOf(
  pages: Pages,
  first: Page,
  { find = [], around = [] }: Wanted,
): Promise<ListNow> {
  const { total } = first;
  const size = pages.size(first);
  const { longList } = pages.api;
  const { places } = longList;
  const records = new UuidMap<JsonObject>();
  const doubles: JsonObject[] = [];
  const margin = new Set<string>();
  const keep = ({ data }: Page, offset: number, isMargin: boolean, isAgain = false): void => {
    for (const [at, whole] of data.entries()) {
      const record = documented('Webhook', whole);
      const identity = identityOf(whole);
      places.set(identity, offset + at);
      if (!records.has(identity)) {
        records.set(identity, record);
        if (isMargin) margin.add(identity);
      } else if (!isAgain) doubles.push(record);
    }
  };
  const ends: readonly (readonly [offset: number, isMargin: boolean])[] = [
    [total - size, false],
    [size, true],
    [total - 2 * size, true],
  ];
  keep(first, 0, false);
  for (const [offset, isMargin] of ends) keep(await pages.at(offset), offset, isMargin);
  for (const uuid of [...find, ...around]) {
    const place = places.get(uuid);
    if (records.has(uuid) || place === undefined) continue;
    const offset = Math.max(0, place - (size >> 1));
    keep(await pages.at(offset), offset, true, true);
  }
  for (const uuid of find) {
    if (records.has(uuid) || longList.isLost) continue;
    if (total > longestWalk(size)) throw tooLong(total);
    for (let offset = 2 * size; offset < total - 2 * size && !records.has(uuid); offset += size) {
      const page = await pages.at(offset);
      if (page.data.some((record) => hasUuid(record, uuid))) keep(page, offset, true, true);
    }
    longList.ended(records.has(uuid));
  }
  return { total, records: inOrderOfText([...records.values(), ...doubles]), margin: [...margin] };
}

/** Records in the order in which lists of them are compared. */
export function inOrderOfText(records: readonly JsonObject[]): readonly JsonObject[] {
  return records
    .map((record) => ({ record, text: JSON.stringify(record) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
    .map(({ record }) => record);
}
