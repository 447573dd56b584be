/** Walks over the list of webhooks from record to record, for what each of them looks like. */
import * as fc from 'fast-check';
import { defineExperiment } from '../engine/experiment.ts';
import { readPage } from '../records/page.ts';
import type { JsonObject } from '../records/is-record.ts';
import { fieldsOf } from '../records/shape.ts';
import { fillList } from './filled-list.ts';

/** Asked for pages of this size; null asks for none. */
export interface PageSize {
  readonly limit: number | null;
}

/** Pages of a walk; of each record the documented fields that it has. */
export interface ListedRecords {
  readonly pages: readonly (readonly JsonObject[])[];
}

const mostPages = 60;

/**
 * The pages of the list, each begun where the one before ended, so that it does not rest on what PAGE-01 to PAGE-03
 * demand (Webhook; List webhooks).
 */
export const listedRecords = defineExperiment<PageSize, ListedRecords>({
  name: 'listed-records',
  reads: ['webhooks'],
  prepare: fillList,
  given: fc.record({ limit: fc.constantFrom(5, 11, 13, 17) }),
  first: [{ limit: null }, { limit: 20 }, { limit: 7 }],
  runs: 1,
  probe: async ({ limit }, session) => {
    const size: [string, string][] = limit === null ? [] : [['limit', String(limit)]];
    const pages: (readonly JsonObject[])[] = [];
    for (let offset = 0; ;) {
      // The first page is asked for without an offset: it may be another piece of code.
      const query: [string, string][] = offset === 0 ? size : [...size, ['offset', String(offset)]];
      const page = readPage(await session.api.listWebhooks({ query }));
      pages.push(page.data.map(present));
      offset += page.data.length;
      if (page.data.length === 0 || offset >= page.total || pages.length === mostPages) return { pages };
    }
  },
});

function present(record: JsonObject): JsonObject {
  return Object.fromEntries(
    fieldsOf('Webhook').flatMap((field) => (field in record ? [[field, record[field]]] : [])),
  );
}
