/** Words for breaches of the section Pagination, and of Webhook list envelope. */
import type { PaginationBreaches } from '../rules/breaches/pagination.ts';
import { faultWords } from './fault-words.ts';
import { counted } from '@outreach-api/report/plural';
import { compared, show, type Words } from './sides.ts';

type Asked = PaginationBreaches['limit-ignored'];

export const paginationWords: Words<PaginationBreaches> = {
  'default-limit': compared(() => "the envelope's `limit`"),
  'default-offset': compared(() => "the envelope's `offset`"),
  'page-refused': ({ status, ...asked }) => ({
    expected: `${askedWords(asked)} is accepted`,
    actual: `refused with ${status}`,
  }),
  'limit-ignored': compared((asked) => `the envelope's \`limit\` for ${askedWords(asked)}`),
  'offset-ignored': compared((asked) => `the envelope's \`offset\` for ${askedWords(asked)}`),
  'limit-out-of-range': ({ asked, least, shown }) => ({
    expected: `the envelope's \`limit\` for \`limit=${asked}\` is from ${least} to ${asked}`,
    actual: `it is ${shown}`,
  }),
  'page-too-long': ({ limit, records, offset }) => ({
    expected: `at most ${counted(limit ?? 0, 'record')} for ${askedWords({ limit, offset })}`,
    actual: `${counted(records, 'record was', 'records were')} returned`,
  }),
  'envelope-fields': ({ faults }) => ({
    expected: 'the five fields of the envelope with their types',
    actual: faultWords(faults),
  }),
  'envelope-data': ({ body }) => ({
    expected: '`data` holds records, and no count is negative',
    actual: show(body),
  }),
  'page-length': compared(
    ({ limit, offset, total }) => `the number of records at limit ${limit}, offset ${offset}, total ${total}`,
  ),
  'has-more': compared(
    ({ records, offset, total }) =>
      `\`has_more\` with ${counted(records, 'record')} at offset ${offset} of ${total}`,
  ),
  'record-twice-in-walk': ({ limit, record }) => ({
    expected: `each record once in ${pagesOf(limit)}`,
    actual: `twice: ${show(record)}`,
  }),
  'walk-length': compared(({ limit }) => `the number of records in ${pagesOf(limit)}`),
  'defaults-change-the-answer': compared(({ query }) => `the answer to \`${query}\``),
  'defaults-change-the-order': ({ query }) => ({
    expected: `the answer to \`${query}\` has the records in the order in which they come without it`,
    actual: 'they come in another order',
  }),
  'total-differs': compared((asked) => `\`total\` for ${askedWords(asked)}, as without parameters,`),
  'past-the-end-records': compared(
    ({ offset, total }) => `the number of records at offset ${offset} of ${total}`,
  ),
  'past-the-end-has-more': compared(({ offset, total }) => `\`has_more\` at offset ${offset} of ${total}`),
};

/** The pages of a walk; null: no size was asked for. */
export function pagesOf(limit: number | null): string {
  return limit === null ? 'pages of the default size' : `pages of ${limit}`;
}

function askedWords({ limit, offset }: Asked): string {
  const parts = [
    ...(limit === null ? [] : [`limit=${limit}`]),
    ...(offset === null ? [] : [`offset=${offset}`]),
  ];
  return parts.length === 0 ? 'a page without parameters' : `\`${parts.join('&')}\``;
}
