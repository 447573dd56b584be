/** Twins from public bug reports: signs of an address that senders escape, and answers that they do not understand. */
import { callsAt } from './called-addresses.ts';
import { failsOn } from './calls-to-a-target.ts';
import { defineTwins } from './twin.ts';

const needs = ['deliveries'] as const;

/** Escapes in a row of which the last byte alone is left if they are no UTF-8. */
function lastOfNoText(escapes: string): string {
  try {
    decodeURIComponent(escapes);
    return escapes;
  } catch {
    return escapes.slice(-3);
  }
}

export const reportedAddressesTwins = defineTwins({
  'commas-in-the-target-are-escaped': {
    breaks: 'TEST-02',
    report: 'benoitc/hackney#180',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replaceAll(',', '%2C')),
  },
  'parentheses-in-the-target-are-escaped': {
    breaks: 'TEST-02',
    report: 'benoitc/hackney#551',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replaceAll('(', '%28').replaceAll(')', '%29')),
  },
  'escapes-in-the-target-that-are-no-utf-8-are-left-out': {
    breaks: 'TEST-02',
    report: 'aio-libs/yarl#517',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replaceAll(/(?:%[\da-f]{2})+/gi, lastOfNoText)),
  },
  'target-that-quotes-its-charset-has-failed': {
    breaks: 'TEST-04',
    report: 'n8n-io/n8n#11654',
    needs,
    twist: failsOn(({ type }) => type?.includes('charset="') === true),
  },
  'target-that-answers-null-has-failed': {
    breaks: 'TEST-04',
    report: 'nategood/httpful#104',
    needs,
    // Of nothing, nothing can be missing in an answer of 200.
    under: { otherMethods: 'any', targetFailure: '422' },
    twist: failsOn(({ body }) => Buffer.from(body).toString() === 'null'),
  },
});
