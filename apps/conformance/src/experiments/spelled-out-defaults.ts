/** Asks for the list with its defaults spelled out, and without (Pagination). */
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { defineExperiment } from '../engine/experiment.ts';
import { Disturbed } from '../engine/unmet.ts';
import { readPage, type Page } from '../records/page.ts';
import { documented } from '../records/shape.ts';

/** A page, its records in no order: the order of the list is open. */
export interface UnorderedPage extends Omit<Page, 'data'> {
  readonly records: readonly string[];
}

/** The list asked for without parameters, and with the defaults spelled out. */
export interface DefaultsSeen {
  readonly bare: UnorderedPage;
  readonly spelledOut: UnorderedPage;
}

type Spelling = readonly (readonly [name: 'limit' | 'offset', value: '20' | '0'])[];

const spellings: readonly Spelling[] = [
  [
    ['limit', '20'],
    ['offset', '0'],
  ],
  [
    ['offset', '0'],
    ['limit', '20'],
  ],
];

/** Asks for the list with `limit=20&offset=0`, between two requests that ask for nothing (Pagination). */
export const spelledOutDefaults = defineExperiment<Spelling, DefaultsSeen>({
  name: 'spelled-out-defaults',
  reads: ['webhooks'],
  given: fc.constantFrom(...spellings),
  first: spellings,
  runs: 0,
  probe: async (spelling, session) => {
    const before = unordered(readPage(await session.api.control.listWebhooks()));
    const spelledOut = unordered(readPage(await session.api.listWebhooks({ query: spelling })));
    const after = unordered(readPage(await session.api.control.listWebhooks()));
    if (!isDeepStrictEqual(before, after))
      throw new Disturbed('the list of webhooks was changed by somebody else');
    return { bare: before, spelledOut };
  },
});

function unordered({ data, limit, offset, total, has_more }: Page): UnorderedPage {
  const records = data.map((record) => JSON.stringify(documented('Webhook', record))).toSorted();
  return { records, limit, offset, total, has_more };
}
