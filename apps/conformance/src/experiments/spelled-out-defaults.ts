/** Asks for the list with its defaults spelled out, and without (Pagination). */
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { defineExperiment } from '../engine/experiment.ts';
import { Disturbed } from '../engine/unmet.ts';
import { readPage, type Page } from '../records/page.ts';
import { documented } from '../records/shape.ts';
import { fillList } from './filled-list.ts';

/** A page with its records in order, where the list keeps one; the order itself is open. */
export interface ComparedPage extends Omit<Page, 'data'> {
  readonly records: readonly string[];
}

/** The list asked for without parameters, and with the defaults spelled out. */
export interface DefaultsSeen {
  readonly bare: ComparedPage;
  readonly spelledOut: ComparedPage;
}

type Spelling = readonly (readonly [name: 'limit' | 'offset', value: '20' | '0'])[];

const limit = ['limit', '20'] as const;
const offset = ['offset', '0'] as const;
const spellings: readonly Spelling[] = [[limit, offset], [offset, limit], [limit], [offset]];

/** In so many records or more the same order twice is no chance. */
const orderTells = 5;

/** Asks for the list with `limit=20&offset=0`, between two requests that ask for nothing (Pagination). */
export const spelledOutDefaults = defineExperiment<Spelling, DefaultsSeen>({
  name: 'spelled-out-defaults',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.constantFrom(...spellings),
  first: spellings,
  runs: 0,
  probe: async (spelling, session) => {
    const before = comparable(readPage(await session.api.control.listWebhooks()));
    const spelledOut = comparable(readPage(await session.api.listWebhooks({ query: spelling })));
    const after = comparable(readPage(await session.api.control.listWebhooks()));
    if (isDeepStrictEqual(before, after) && before.records.length >= orderTells)
      return { bare: before, spelledOut };
    if (!isDeepStrictEqual(unordered(before), unordered(after)))
      throw new Disturbed('the list of webhooks was changed by somebody else');
    return { bare: unordered(before), spelledOut: unordered(spelledOut) };
  },
});

function comparable(page: Page): ComparedPage {
  const { data, limit: size, offset: from, total, has_more } = page;
  const records = data.map((record) => JSON.stringify(documented('Webhook', record)));
  return { records, limit: size, offset: from, total, has_more };
}

function unordered(page: ComparedPage): ComparedPage {
  return { ...page, records: page.records.toSorted() };
}
