/** Twins that break the section Test a webhook: addresses that are altered where they are unusual, or for one method. */
import type { TestConfiguration } from '../behaviour.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that calls another address than requested. */
export function callsAt(change: (test: TestConfiguration) => string): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    deliver: (test, payload, call) => right.deliver({ ...test, targetUrl: change(test) }, payload, call),
  });
}

/** An address with another query. */
export function withQuery(address: string, change: (query: string) => string): string {
  const at = address.indexOf('?') + 1;
  return at === 0 ? address : address.slice(0, at) + change(address.slice(at));
}

/** Of a repeated name, only the last value. */
function withoutRepeatedNames(query: string): string {
  return [...new Map(query.split('&').map((pair) => [pair.split('=')[0], pair])).values()].join('&');
}

const needs = ['deliveries'] as const;
const anyMethod = { otherMethods: 'any' } as const;

export const calledAddressesTwins = defineTwins({
  'percent-signs-in-the-target-are-decoded': {
    breaks: 'TEST-02',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replaceAll('%25', '%')),
  },
  'plus-signs-in-the-path-of-the-target-become-blanks': {
    breaks: 'TEST-02',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replace(/^[^?]*/, (path) => path.replaceAll('+', '%20'))),
  },
  'query-of-the-target-ends-at-a-second-question-mark': {
    breaks: 'TEST-02',
    needs,
    twist: callsAt(({ targetUrl }) => withQuery(targetUrl, (query) => query.replace(/\?.*/, ''))),
  },
  'accents-in-the-query-of-the-target-are-in-latin-1': {
    breaks: 'TEST-02',
    needs,
    twist: callsAt(({ targetUrl }) => withQuery(targetUrl, (query) => query.replaceAll('%C3%A9', '%E9'))),
  },
  'repeated-names-in-the-query-of-a-put-are-joined': {
    breaks: 'TEST-02',
    needs,
    under: anyMethod,
    twist: callsAt(({ requestMethod, targetUrl }) =>
      requestMethod === 'PUT' ? withQuery(targetUrl, withoutRepeatedNames) : targetUrl,
    ),
  },
  'query-of-a-patch-is-sorted': {
    breaks: 'TEST-02',
    needs,
    under: anyMethod,
    twist: callsAt(({ requestMethod, targetUrl }) =>
      requestMethod === 'PATCH'
        ? withQuery(targetUrl, (query) => query.split('&').toSorted().join('&'))
        : targetUrl,
    ),
  },
  'address-of-the-target-is-cut-at-2048': {
    breaks: 'TEST-02',
    needs,
    under: anyMethod,
    twist: callsAt(({ targetUrl }) => targetUrl.slice(0, 2048)),
  },
});
