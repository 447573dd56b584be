/** The scenarios, one per row: which calls a driver is asked to make, and what the service does meanwhile. */
import {
  creating,
  eachOperation,
  filtering,
  filteringByTexts,
  listing,
  listingPart,
  testing,
  testingKnown,
  updating,
  walk,
  walkBy,
} from './calls.ts';
import type { Aberration, GivenRetryAfter, Scenario, ScenarioCall } from './scenario.ts';

const always = ['CLI-01', 'CLI-02', 'CLI-04'] as const;
const retried = [...always, 'CLI-07'] as const;
/** With this many sequences, a schedule with full jitter can be distinguished from others. */
const sequences = 20;
/** Long enough to see whether a client requests a page before it has received the previous one. */
const pageMs = 150;
/** Longer than the longest wait of clients that cap `Retry-After` at their own maximum. */
const longRetryAfter = 45;

/** All scenarios. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'described',
    says: 'each operation is answered as described',
    calls: [...eachOperation, listingPart, testingKnown],
    service: { webhooks: 5 },
    shows: [...always, 'CLI-08'],
  },
  {
    name: 'further-fields',
    says: 'records and envelopes carry fields that are not in the description, and successes have other statuses',
    calls: [...eachOperation, walk],
    service: {
      webhooks: 5,
      latencyMs: pageMs,
      dialect: {
        furtherFields: 'changing',
        successStatusOfCreate: '200',
        successStatusOfUpdate: '201',
        successStatusOfDelete: '200',
      },
    },
    shows: [...always, 'CLI-05', 'CLI-08'],
  },
  {
    name: 'limited-for-ever',
    says: 'every request is answered 429, without `Retry-After`',
    calls: [{ ...listing, times: sequences }],
    service: { webhooks: 1, ever: limited(null) },
    shows: [...retried, 'CLI-03'],
  },
  {
    name: 'limited-twice',
    says: 'the first two requests are answered 429, without `Retry-After`',
    calls: [listingPart, updating],
    service: { webhooks: 20, first: [limited(null), limited(null)] },
    shows: [...retried],
  },
  {
    name: 'limited-once',
    says: 'the first request of each operation is answered 429, without `Retry-After`',
    calls: [...eachOperation, testingKnown],
    service: { webhooks: 5, first: [limited(null)] },
    shows: [...retried, 'CLI-08'],
  },
  ...retryAfter('retry-after-seconds', '429 with `Retry-After: 1`', { seconds: 1 }, 1),
  ...retryAfter('retry-after-twice', '429 twice with `Retry-After: 1`', { seconds: 1 }, 2),
  ...retryAfter('retry-after-date', '429 with a date in `Retry-After`', { dateInMs: 2000 }, 1),
  ...retryAfter('retry-after-malformed', '429 with `Retry-After: soon`', { text: 'soon' }, 2),
  ...retryAfter('retry-after-negative', '429 with `Retry-After: -1`', { text: '-1' }, 2),
  {
    ...of('retry-after-zero', '429 with `Retry-After: 0`', { seconds: 0 }, 2),
    // With full jitter a wait may be short by chance, but not every wait.
    calls: [{ ...listing, times: 4 }, updating],
  },
  {
    ...of('retry-after-long', `429 with \`Retry-After: ${longRetryAfter}\``, { seconds: longRetryAfter }, 1),
    longestMs: 36_000,
  },
  {
    ...of('retry-after-an-hour', '429 with `Retry-After: 3600`', { seconds: 3600 }, 1),
    longestMs: 12_000,
  },
  walking('pages', 'a list of several pages', [walk, walkBy(7)], 45),
  walking('full-last-page', 'a list whose last page is full', [walk, walkBy(5)], 40),
  walking('pages-of-one', 'a list that is walked one record at a time', [walkBy(1)], 3),
  walking('one-page', 'a list of one page', [walk], 4),
  walking('empty-list', 'an empty list', [walk], 0),
  {
    ...walking('many-pages', 'a list of more than a thousand records', [walk], 1050),
    service: { webhooks: 1050 },
  },
  {
    ...walking('smaller-pages', 'a list whose pages are smaller than requested', [walkBy(50)], 45),
    service: {
      webhooks: 45,
      latencyMs: pageMs,
      dialect: { pageMaximum: '20', overMaximum: 'clamped' },
    },
  },
  {
    ...walking('walk-limited', 'the second request of a walk is answered 429', [walk], 45),
    service: { webhooks: 45, latencyMs: pageMs, first: [{ kind: 'late', ms: 0 }, limited(null)] },
  },
  {
    ...walking('late-pages', 'pages that arrive late', [walk], 45),
    service: { webhooks: 45, first: Array.from({ length: 4 }, () => ({ kind: 'late', ms: 150 }) as const) },
  },
  {
    ...walking('walk-refused', 'the second request of a walk is answered 422', [walk], 45),
    service: { webhooks: 45, latencyMs: pageMs, first: [{ kind: 'late', ms: 0 }, refused(422)] },
  },
  {
    ...walking(
      'walk-cut',
      'the connection of the third request of a walk is closed instead of an answer',
      [walk],
      45,
    ),
    service: {
      webhooks: 45,
      latencyMs: pageMs,
      first: [
        { kind: 'late', ms: 0 },
        { kind: 'late', ms: 0 },
        { kind: 'cut', at: 'start' },
      ],
    },
  },
  {
    ...walking('shrinking-list', 'a list that shrinks during the walk', [walkBy(5)], 23),
    service: { webhooks: 23, latencyMs: pageMs, list: 'shrinks' },
  },
  {
    ...walking('growing-list', 'a list that grows during the walk', [walkBy(5)], 23),
    service: { webhooks: 23, latencyMs: pageMs, list: 'grows' },
  },
  {
    name: 'endless-list',
    says: 'a list whose pages after the first are empty but say that more follow',
    calls: [walk],
    service: { webhooks: 45, list: 'goes on empty' },
    shows: [...always],
    longestMs: 3000,
  },
  {
    name: 'filters',
    says: 'the list is filtered, with each form and each operator',
    calls: filtering,
    service: { webhooks: 15 },
    shows: [...always, 'CLI-06'],
  },
  {
    name: 'filters-of-texts',
    says: 'the list is filtered by texts that can be taken for something else',
    calls: filteringByTexts,
    service: { webhooks: 5 },
    shows: [...always, 'CLI-06'],
  },
  {
    name: 'filters-limited',
    says: 'the first two requests for a filtered list are answered 429, without `Retry-After`',
    calls: filteringByTexts.slice(-2),
    service: { webhooks: 5, first: [limited(null), limited(null)] },
    shows: [...retried],
  },
  ...([401, 404, 422] as const).map((status): Scenario => ({
    name: `refused-${status}`,
    says: `the first request is answered ${status}`,
    calls: [listing, updating],
    service: { webhooks: 5, first: [refused(status)] },
    shows: [...always],
  })),
  {
    name: 'cut',
    says: 'the connection of the first request is closed instead of an answer',
    calls: [listing, updating],
    service: { webhooks: 5, first: [{ kind: 'cut', at: 'start' }] },
    shows: [...always],
  },
  {
    name: 'cut-within',
    says: 'the connection of the first request is closed in the middle of the answer',
    calls: [listing, testing],
    service: { webhooks: 5, first: [{ kind: 'cut', at: 'body' }] },
    shows: [...always],
  },
  {
    name: 'created-key',
    says: 'a key is created',
    calls: [creating],
    service: { webhooks: 1 },
    shows: [...always, 'CLI-08'],
  },
];

function limited(retryAfterGiven: GivenRetryAfter | null): Aberration {
  return { kind: 'limited', retryAfter: retryAfterGiven };
}

function refused(status: 401 | 404 | 422): Aberration {
  return { kind: 'refused', status };
}

function of(name: string, says: string, given: GivenRetryAfter, times: number): Scenario {
  return {
    name,
    says: `the first ${times === 1 ? 'request is' : 'requests are'} answered ${says}`,
    calls: [listing, updating],
    service: { webhooks: 5, first: Array.from({ length: times }, () => limited(given)) },
    shows: [...retried, 'CLI-03'],
  };
}

function retryAfter(...row: Parameters<typeof of>): readonly [Scenario] {
  return [of(...row)];
}

function walking(name: string, says: string, calls: readonly ScenarioCall[], webhooks: number): Scenario {
  return { name, says, calls, service: { webhooks, latencyMs: pageMs }, shows: [...always, 'CLI-05'] };
}
