/** Judges that two pages of the list are the same. */
import type { PaginationBreaches as Breaches } from '../../rules/breaches/pagination.ts';
import { isDeepStrictEqual } from 'node:util';
import { held, judging, type Judgement } from '../../rules/judgement.ts';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { identityOf } from '@outreach-api/model/records/page';
import type { ComparedPage } from './pages-seen.ts';

const { broken, same } = judging<Breaches>();

/** Holds if the two pages are the same, including their order. Each record is compared with itself, wherever it is. */
export function samePage(query: string, actual: ComparedPage, expected: ComparedPage): Judgement<Breaches> {
  if (isDeepStrictEqual(actual, expected)) return held;
  const content = same('defaults-change-the-answer', { query }, byUuid(actual), byUuid(expected));
  return content.kind === 'broken' ? content : broken('defaults-change-the-order', { query });
}

function byUuid({ records: written, ...envelope }: ComparedPage): unknown {
  const records = written.map((record): JsonObject => JSON.parse(record));
  return {
    ...envelope,
    records: records.length,
    data: Object.fromEntries(records.map((record) => [identityOf(record), record])),
  };
}
