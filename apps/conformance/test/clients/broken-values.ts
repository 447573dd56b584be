/** Clients that change what their caller gave, or end early, only where a value or a list is unusual. */
import { isRecord } from '@outreach-api/model/records/is-record';
import { bodied, filtered, sends, tested, type BrokenClient } from './broken-client.ts';

/** Changes each text of a condition: a scalar, an operand, an element of a list. */
function withTexts(condition: unknown, change: (text: string) => unknown): unknown {
  if (typeof condition === 'string') return change(condition);
  if (Array.isArray(condition)) return condition.map((element) => withTexts(element, change));
  if (!isRecord(condition)) return condition;
  return Object.fromEntries(
    Object.entries(condition).map(([operator, operand]) => [operator, withTexts(operand, change)]),
  );
}

const changedTexts: readonly (readonly [name: string, change: (text: string) => unknown])[] = [
  ['digits as a number', (text) => (/^\d+$/.test(text) ? Number(text) : text)],
  ['`true` and `false` as no texts', (text) => (/^(?:true|false)$/.test(text) ? text === 'true' : text)],
  ['trimmed operands', (text) => text.trim()],
  ['operands that are decoded once more', (text) => text.replaceAll('%2F', '/')],
  ['operands escaped as HTML', (text) => text.replaceAll('&', '&amp;')],
  ['operands without letters outside the BMP', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')],
  ['commas that separate elements', (text) => (text.includes(',') ? text.split(',') : text)],
];

/** Clients that break a statement only by some values. */
export const brokenValues: readonly BrokenClient[] = [
  ...changedTexts.map(([name, change]): BrokenClient => ({
    name,
    breaks: 'CLI-06',
    habits: filtered((condition) => withTexts(condition, change)),
  })),
  {
    name: 'an empty text as no condition',
    breaks: 'CLI-06',
    habits: sends(({ query }) => {
      const { filter = '{}' } = query;
      const given: unknown = JSON.parse(filter);
      const conditions = Object.entries(isRecord(given) ? given : {});
      const kept = Object.fromEntries(conditions.filter(([, condition]) => condition !== ''));
      return query['filter'] === undefined ? {} : { query: { ...query, filter: JSON.stringify(kept) } };
    }),
  },
  {
    name: 'a list of more than 20 that is cut',
    breaks: 'CLI-06',
    habits: filtered((condition) => (Array.isArray(condition) ? condition.slice(0, 20) : condition)),
  },
  {
    name: 'the end after 1,000 records',
    breaks: 'CLI-05',
    habits: {
      next: (page, offset) =>
        page.has_more && page.data.length > 0 && offset + page.data.length < 1000
          ? offset + page.data.length
          : null,
    },
  },
  {
    name: 'the pages before a refused one, as if they were all',
    breaks: 'CLI-05',
    habits: { failed: (records) => (records.length === 0 ? null : records) },
  },
  {
    name: 'a body as long in bytes as in characters',
    breaks: 'CLI-02',
    habits: bodied((fields) => {
      const text = JSON.stringify(fields);
      return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, text.length));
    }),
  },
  {
    name: 'JSON within JSON',
    breaks: 'CLI-04',
    habits: bodied((_, { body }) => JSON.stringify(body)),
  },
  {
    name: 'an address that is decoded',
    breaks: 'CLI-04',
    habits: tested((fields) => ({ ...fields, target_url: decodeURI(String(fields['target_url'])) })),
  },
  {
    name: 'a retry with one slash more',
    breaks: 'CLI-07',
    habits: sends(({ path }, attempt) => ({ path: attempt > 1 ? `/${path}` : path })),
  },
  {
    name: 'a retry whose filter is encoded twice',
    breaks: 'CLI-07',
    habits: sends(({ query }, attempt) => {
      const { filter } = query;
      return attempt > 1 && filter !== undefined
        ? { query: { ...query, filter: encodeURIComponent(filter) } }
        : {};
    }),
  },
];
