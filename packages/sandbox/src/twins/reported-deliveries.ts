/** Twins from public bug reports: what a test calls in place of the address that it was given, and with what. */
import { callsAt, withQuery } from './called-addresses.ts';
import { defineTwins } from './twin.ts';

const needs = ['deliveries'] as const;

export const reportedDeliveriesTwins = defineTwins({
  'escaped-slashes-in-the-path-of-the-target-are-decoded': {
    breaks: 'TEST-02',
    report: 'encode/httpx#1405',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replace(/^[^?]*/, (path) => path.replaceAll(/%2f/gi, '/'))),
  },
  'plus-signs-in-the-query-of-the-target-become-blanks': {
    breaks: 'TEST-02',
    report: 'brookshi/Hitchhiker#226',
    needs,
    twist: callsAt(({ targetUrl }) => withQuery(targetUrl, (query) => query.replaceAll('+', '%20'))),
  },
  'payload-of-contact-events-is-empty': {
    breaks: 'TEST-08',
    report: 'ArkEcosystem/core#2836',
    needs,
    twist: (right) => ({
      ...right,
      payload: (test) => {
        const payload = right.payload(test);
        return payload !== null && test.event.startsWith('contact_') ? '{}' : payload;
      },
    }),
  },
});
