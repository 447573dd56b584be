/** The batches of webhook tests that are always sent, before any that are made by chance. */
import type { CallMethod, PlannedTest, TestedUuid } from './test-attempt.ts';

/** A batch of tests, one after the other or all at once. */
export interface TestBatch {
  readonly together: boolean;
  readonly tests: readonly PlannedTest[];
}

/** A service that waits no longer than this for an answer is not said to conform, nor not to. */
const slowMs = 350;
const asText = { asText: true } as const;

type Details = Pick<PlannedTest, 'manner' | 'twice'> & { readonly event?: PlannedTest['event'] };

function plan(
  method: CallMethod,
  uuid: TestedUuid,
  suffix: string,
  status: number,
  { event = 'named', ...details }: Details = {},
): PlannedTest {
  return { method, uuid, event, suffix, status, ...details };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const manyParameters = '/Hooks/crm.In/v-a/?tag=b&Source=Outreach&x=y&tag=a&long=abcdefghijklmnopqrstuvwxyz';
const escapes = '/In//box/a%2Fb/%C3%A9?sign=a%2Bb%26c%3Dd&none=&plus=a+b&tag=b';

/** All at the same time: three POST tests that differ in their uuid, one whose target fails, and one of each other method. */
export const firstBatch: TestBatch = {
  together: true,
  tests: [
    plan('POST', 'none', manyParameters, 207, { twice: true, manner: { delayMs: slowMs } }),
    plan('POST', 'known', '/plain/', 203, { manner: asText }),
    plan('POST', 'fresh', escapes, 226),
    plan('POST', 'none', '/fails', 500),
    plan('GET', 'none', '/Get/It?tag=b&tag=a&x=Y', 208),
    plan('PUT', 'none', '/put/slash/?x=y&a=b', 226, { manner: asText }),
    plan('PATCH', 'none', `/a/b/c/d/e/f/g/h/i/j/k?long=${alphabet}`, 203),
    plan('DELETE', 'none', '/Delete_me?x=a&y=b&x=c', 207),
  ],
};

/** One after the other: failing targets, and a webhook's uuid with other values than its own, the method last of all. */
export const secondBatch: TestBatch = {
  together: false,
  tests: [
    plan('POST', 'none', escapes, 203, { event: 'listed' }),
    plan('POST', 'known', '?only=query', 207),
    plan('POST', 'known', '/Other/event?tag=b', 208, { event: 'listed', manner: asText }),
    plan('GET', 'none', '/gateway', 502),
    // Longer than the columns that addresses are kept in: it may be refused.
    plan('POST', 'none', `/unavailable/${alphabet.repeat(6)}`, 503),
    // Not with its own event any more: that would put back what the test before has stored.
    plan('GET', 'known', escapes, 226, { event: 'listed' }),
    plan('PUT', 'known', '/put/slash/?x=y&a=b', 203, { event: 'listed' }),
    plan('PATCH', 'known', `/a/b/c/d?long=${alphabet}`, 207, { event: 'listed' }),
    plan('DELETE', 'known', '/Delete_me?x=a&y=b&x=c', 208, { event: 'listed', manner: asText }),
  ],
};

/**
 * One after the other: targets that fail, called by methods that clients take to be safe to repeat, and for a webhook
 * that a service may think dead; between them the same GET twice.
 */
export const thirdBatch: TestBatch = {
  together: false,
  tests: [
    plan('PUT', 'none', '/put/fails', 503),
    plan('DELETE', 'known', '/delete/fails', 503),
    plan('POST', 'known', '/gone', 410),
    plan('GET', 'none', '/same/again/', 203, { twice: true }),
    plan('PATCH', 'none', '/patch/fails', 500),
    plan('POST', 'none', '/gateway', 502),
    plan('POST', 'known', '/not/found', 404),
  ],
};
