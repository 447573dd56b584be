/**
 * The batches of webhook tests that are always sent, before any random ones. The success statuses of their targets
 * include the common ones: some services accept only one of them as success, and otherwise call again.
 */
import type { CallMethod, TestedUuid } from '../../rules/breaches/test-a-webhook.ts';
import type { PlannedTest } from './tests-seen.ts';

/** Tests in steps, one after the other; those of a step are sent at the same time. */
export interface TestBatch {
  readonly steps: readonly (readonly PlannedTest[])[];
}

/** A service that waits no longer than this for an answer is judged neither conforming nor broken. */
const slowMs = 350;
/** Long enough for a second test to meet the first. */
const meetingMs = 50;
const asHtml = { body: 'html' } as const;
const asError = { body: 'error' } as const;

type Details = Pick<PlannedTest, 'reply' | 'twice' | 'inPairs' | 'otherwise' | 'byNewKey'> & {
  readonly event?: PlannedTest['event'];
};

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
/** Short enough for an address column of 255 characters. */
const manyParameters =
  '/Hooks/crm.In/v-a/?tag=b&Source=Outreach&x=y&tag=a&code=007&v=1.0&utm_source=crm&hub.mode=on&event=b&token=Sg&id=9007199254740993';
const escapes =
  '/In//box;v=a/:id/a%2Fb/%C3%A9?sign=a%2Bb%26c%3Dd&none=&plus=a+b&blank=a%20b&pad=YQ==&flag&hash=a%23b&tag=b&of%5B0%5D=a&full%20name=b';
/** Escapes and separators that {@link escapes} lacks, and some that it has: for other methods. */
const otherEscapes =
  '/a+b%2Bc/c%20d./%3F%23%25%22%40%3A%2C%3D/%E2%82%AC/%F0%9F%9A%80/?tag=b&rate=a%25b&name=%C3%A9&next=https://a.example//b?b&tag=a&code=007&list=a;b&sign=a%2Bb%26c%3Dd&none=&&plus=a+b&blank=a%20b&unit=%E2%82%AC&face=%F0%9F%9A%80&id=%7Bid%7D%5B0%5D&to=https%3A%2F%2Fa.example%2Fb%3Fb%3Dc%2Cd&copy=%22%3Ca%7Cb%5C%3E%5E%60&ids%5B%5D=b&e=1e3&tag=b&constructor=a&=c&';
/** What a path and a query may hold unescaped (RFC 3986, 3.3 and 3.4), apart from the apostrophe, which browsers escape. */
const unescaped = '/@a:b,c(d)!$e*.json?at=@a:b,c(d)!$e*&on=true&__x';
/** Longer than common address columns: the address may be refused, so its target fails, which may be refused, too. */
const longPath = `/fails/${alphabet.repeat(6)}`;
/** Longer than any, and so are its path and a value in its query. */
const longAddress = `${longPath.repeat(3)}?x=a&long=${alphabet.repeat(23)}&y=b`;

/**
 * All at the same time: three POST tests with different uuids, one with a failing target, and one of each other
 * method. Each target answers with another status, so that the answer of one test cannot pass for that of another.
 */
export const firstBatch: TestBatch = {
  steps: [
    [
      plan('POST', 'none', manyParameters, 207, { twice: true, reply: { delayMs: slowMs } }),
      plan('POST', 'known', '/plain/', 203, { reply: { body: 'list' } }),
      plan('POST', 'fresh', escapes, 201, { reply: asHtml }),
      plan('POST', 'none', longAddress, 500),
      plan('GET', 'none', '/Get/It?tag=b&tag=a&x=Y&latin=%E9%F1t', 208, { reply: { body: 'null' } }),
      plan('PUT', 'none', '/put/slash/?x=y&a=b&x=c&gclid=d&fbclid=e&ref=f&mc_eid=g', 226, { reply: asError }),
      plan('PATCH', 'none', `/a/b/c/d/e/f/g/h/i/j/k?x=y&long=${alphabet}&a=b&x=c`, 206, {
        reply: { body: 'no JSON' },
      }),
      plan('DELETE', 'none', '/Delete_me?x=a&y=b&x=c', 204),
    ],
  ],
};

/**
 * All with a webhook's uuid and another event than its own: three failing targets in a row, the first of them gone; then
 * all methods at the same time, two of them twice, one answered with nothing. No test has the webhook's own values: it
 * would restore what is stored.
 */
export const secondBatch: TestBatch = {
  steps: [
    [plan('POST', 'known', `/gone${unescaped}`, 410, { event: 'listed' })],
    [plan('POST', 'known', '?only=query&latin=%E9%F1t&lines=a%0D%0Ab%0Ac', 500, { event: 'listed' })],
    [plan('DELETE', 'known', `/delete${longPath.repeat(3)}`, 503, { event: 'listed' })],
    [
      plan('POST', 'known', otherEscapes, 202, {
        event: 'listed',
        inPairs: true,
        reply: { body: 'long text', delayMs: meetingMs },
      }),
      plan('PUT', 'known', otherEscapes, 206, { event: 'listed', reply: { body: 'xml' } }),
      plan('DELETE', 'known', otherEscapes, 205, { event: 'listed', reply: { body: 'none' } }),
      plan('GET', 'known', escapes, 299, { event: 'listed', twice: true, reply: asHtml }),
    ],
    ...(['PUT', 'PATCH', 'DELETE'] as const).map((method) => [
      plan(method, 'known', escapes, 299, { event: 'listed', otherwise: true, reply: asHtml }),
    ]),
  ],
};

/**
 * A target that answers 200 with nothing, and one that does not say what it answers; with a new key, the same GET twice,
 * and one that answers 204.
 */
export const thirdBatch: TestBatch = {
  steps: [
    [
      plan('POST', 'none', '/nothing/index.php', 200, { reply: { body: 'none' } }),
      plan('GET', 'none', '/by/a/new/key/', 203, {
        twice: true,
        byNewKey: true,
        reply: { body: 'text' },
      }),
      plan('POST', 'none', escapes, 204, { event: 'listed', byNewKey: true }),
      plan('POST', 'none', '/of/no/type', 226, { reply: { body: 'text' } }),
    ],
  ],
};
