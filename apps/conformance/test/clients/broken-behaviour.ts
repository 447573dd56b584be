/** Clients that break a statement by their behaviour after an answer. */
import { created, fieldsOf, sends, stated, waits, without, type BrokenClient } from './broken-client.ts';
import { policy, statedMs } from './small-client.ts';

/** Clients that break what the description says about retries, walks and new keys. */
export const brokenBehaviour: readonly BrokenClient[] = [
  { name: 'at once', breaks: 'CLI-03', habits: waits(() => 0) },
  { name: 'evenly', breaks: 'CLI-03', habits: waits(() => 200) },
  { name: 'linearly', breaks: 'CLI-03', habits: waits((attempt) => 200 * attempt) },
  {
    name: 'half as long as declared',
    breaks: 'CLI-03',
    habits: waits((attempt) => 100 * 2 ** (attempt - 1)),
  },
  { name: '×1.2', breaks: 'CLI-03', habits: waits((attempt) => 200 * 1.2 ** (attempt - 1)) },
  {
    name: 'capped before it declares',
    breaks: 'CLI-03',
    habits: waits((attempt) => Math.min(400, 100 * 2 ** attempt)),
  },
  {
    name: 'at once from the third on',
    breaks: 'CLI-03',
    habits: waits((attempt) => (attempt > 2 ? 0 : 200 * attempt)),
  },
  { name: 'shorter and shorter', breaks: 'CLI-03', habits: waits((attempt) => 800 / attempt) },
  {
    name: 'more often than declared',
    breaks: 'CLI-03',
    habits: { waitMs: (attempt) => (attempt < 9 ? 200 * 2 ** (attempt - 1) : null) },
    declares: { ...policy, retryAfterMax: 0 },
  },
  { name: 'before `Retry-After`', breaks: 'CLI-03', habits: stated(() => 0) },
  { name: 'seconds read as milliseconds', breaks: 'CLI-03', habits: stated((text) => statedMs(text) / 1000) },
  {
    name: 'before a date',
    breaks: 'CLI-03',
    habits: stated((text) => (/^\d+$/.test(text) ? Number(text) * 1000 : 0)),
  },
  {
    name: 'a long `Retry-After` cut to 30 s',
    breaks: 'CLI-03',
    habits: stated((text) => Math.min(30_000, statedMs(text))),
  },
  {
    name: 'a policy that is none',
    breaks: 'CLI-03',
    habits: waits(() => 200),
    declares: { ...policy, factor: 1 },
  },
  { name: 'at once, undeclared', breaks: 'CLI-03', habits: waits(() => 0), declares: null },

  {
    name: 'one more page after the last',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.data.length > 0 ? offset + page.data.length : null) },
  },
  {
    name: 'one more page after a full one',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.data.length < page.limit ? null : offset + page.limit) },
  },
  {
    name: 'steps as long as was asked for',
    breaks: 'CLI-05',
    habits: { next: (page, offset, limit) => (page.has_more ? offset + (limit ?? page.limit) : null) },
  },
  { name: 'the first page alone', breaks: 'CLI-05', habits: { next: () => null } },
  {
    name: 'the end at a page of less than 20',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.data.length < 20 ? null : offset + page.data.length) },
  },
  {
    name: 'the last record of a page twice',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.has_more ? offset + Math.max(1, page.data.length - 1) : null) },
  },
  {
    name: 'a record left out between pages',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.has_more ? offset + page.data.length + 1 : null) },
  },
  {
    name: 'the last record left out',
    breaks: 'CLI-05',
    habits: { walked: (records) => records.slice(0, -1) },
  },
  {
    name: 'the numbers of pages as offsets',
    breaks: 'CLI-05',
    habits: { next: (page, offset) => (page.has_more ? offset + 1 : null) },
  },

  {
    name: 'a retry without its body',
    breaks: 'CLI-07',
    habits: sends((_, attempt) => (attempt > 1 ? { body: null } : {})),
    also: ['CLI-04'],
  },
  {
    name: 'a retry without its query',
    breaks: 'CLI-07',
    habits: sends((_, attempt) => (attempt > 1 ? { query: {} } : {})),
    // It makes a walk start again.
    also: ['CLI-05'],
  },
  {
    name: 'a retry whose body says so',
    breaks: 'CLI-07',
    habits: sends((asked, attempt) =>
      attempt > 1 && asked.body !== null ? { body: JSON.stringify({ ...fieldsOf(asked), attempt }) } : {},
    ),
  },
  {
    name: 'a retry without its credential',
    breaks: 'CLI-07',
    habits: sends(({ headers: { authorization = '', ...headers } }, attempt) => ({
      headers: attempt > 1 ? headers : { ...headers, authorization },
    })),
    also: ['CLI-01'],
  },
  {
    name: 'an update that is posted when it is tried again',
    breaks: 'CLI-07',
    habits: sends(({ method }, attempt) => (attempt > 1 && method === 'PUT' ? { method: 'POST' } : {})),
  },

  {
    name: 'a new key without `last_token`',
    breaks: 'CLI-08',
    habits: created((key) => without(key, 'last_token')),
  },
  { name: 'nothing of a new key', breaks: 'CLI-08', habits: created(() => null) },
  { name: 'only the name of a new key', breaks: 'CLI-08', habits: created(({ name }) => name) },
  {
    name: 'a new key that is cut',
    breaks: 'CLI-08',
    habits: created((key) => ({ ...key, last_token: String(key['last_token']).slice(0, -10) })),
  },
  {
    name: 'a new key that is masked',
    breaks: 'CLI-08',
    habits: created((key) => ({ ...key, last_token: '***' })),
  },
];
