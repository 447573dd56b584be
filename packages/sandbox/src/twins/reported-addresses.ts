/** Twins from public bug reports: signs of an address that senders escape, and answers that they do not understand. */
import { callsAt, withQuery } from './called-addresses.ts';
import { failsOn } from './responses-of-a-target.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

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

/** A twin that changes the names of parameters in the query of an address. */
function renames(change: (name: string) => string): TwinDefinition['twist'] {
  return callsAt(({ targetUrl }) =>
    withQuery(targetUrl, (query) => query.replaceAll(/(?<=^|&)[^=&]+/g, change)),
  );
}

/** What every object of one language has. */
const members = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A twin that changes the pairs of the query of an address. */
function pairs(change: (pairs: readonly string[]) => readonly string[]): TwinDefinition['twist'] {
  return callsAt(({ targetUrl }) => withQuery(targetUrl, (query) => change(query.split('&')).join('&')));
}

function nameIn(pair: string): string {
  return pair.split('=')[0] ?? '';
}

export const reportedAddressesTwins = defineTwins({
  'dots-in-names-in-the-query-of-the-target-become-underscores': {
    breaks: 'TEST-02',
    report: 'guzzle/guzzle#21',
    needs,
    twist: renames((name) => name.replaceAll('.', '_')),
  },
  'blanks-in-names-in-the-query-of-the-target-become-underscores': {
    breaks: 'TEST-02',
    report: 'glenscott/url-normalizer#11',
    needs,
    twist: renames((name) => name.replaceAll('%20', '_')),
  },
  'indexes-in-names-in-the-query-of-the-target-are-dropped': {
    breaks: 'TEST-02',
    report: 'lostisland/faraday#804',
    needs,
    twist: renames((name) => name.replaceAll(/%5B\d+%5D/gi, '%5B%5D')),
  },
  'brackets-in-names-in-the-query-of-the-target-are-doubled': {
    breaks: 'TEST-02',
    report: 'lostisland/faraday#240',
    needs,
    twist: renames((name) => name.replace(/%5B%5D$/i, '%5B%5D%5B%5D')),
  },
  'campaigns-in-the-query-of-the-target-are-dropped': {
    breaks: 'TEST-02',
    report: 'niksite/url-normalize#26',
    needs,
    twist: callsAt(({ targetUrl }) => targetUrl.replace(/utm_source=[^&]+&?/, '')),
  },
  'dots-that-end-a-part-of-the-path-of-the-target-are-dropped': {
    breaks: 'TEST-02',
    report: 'mono/mono#2136',
    needs,
    twist: callsAt(({ targetUrl }) =>
      targetUrl.replace(/^[^?]*/, (path) => path.replaceAll(/\.(?=\/)/g, '')),
    ),
  },
  'target-that-answers-299-has-failed': {
    breaks: 'TEST-04',
    report: 'spring-projects/spring-framework#21993',
    needs,
    under: { otherMethods: 'any', targetFailure: '422' },
    twist: failsOn(({ status }) => status === 299),
  },
  'target-that-answers-with-a-null-character-has-failed': {
    breaks: 'TEST-04',
    report: 'nyaruka/goflow#1074',
    needs,
    under: { otherMethods: 'any', targetFailure: '422' },
    twist: failsOn(({ body }) => Buffer.from(body).includes('\\u0000')),
  },
  'target-that-answers-ok-false-has-failed': {
    breaks: 'TEST-04',
    report: 'fivetran/great_expectations#5818',
    needs,
    under: { otherMethods: 'any', targetFailure: '422' },
    twist: failsOn(({ body }) => /"ok": ?false/.test(Buffer.from(body).toString())),
  },
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
  'equal-pairs-in-the-query-of-the-target-are-sent-once': {
    breaks: 'TEST-02',
    needs,
    report: 'enonic/xp#8210',
    twist: pairs((all) => all.filter((pair, at) => pair === '' || all.indexOf(pair) === at)),
  },
  'repeated-names-in-the-query-of-the-target-are-put-together': {
    breaks: 'TEST-02',
    needs,
    report: 'nodejs/node#10821',
    twist: pairs((all) => [...Map.groupBy(all, nameIn).values()].flat()),
  },
  'names-of-members-of-objects-in-the-query-of-the-target-are-dropped': {
    breaks: 'TEST-02',
    needs,
    report: 'ljharb/qs#80',
    twist: pairs((all) => all.filter((pair) => !members.has(nameIn(pair)))),
  },
  'values-without-a-name-in-the-query-of-the-target-are-dropped': {
    breaks: 'TEST-02',
    needs,
    report: 'sindresorhus/query-string#414',
    twist: pairs((all) => all.filter((pair) => !/^(?:%20|\+)*=/.test(pair))),
  },
  'escaped-line-breaks-in-the-target-are-dropped': {
    breaks: 'TEST-02',
    needs,
    report: 'YOURLS/YOURLS#2056',
    twist: callsAt(({ targetUrl }) => targetUrl.replaceAll(/%0[ad]/gi, '')),
  },
  'line-feeds-in-the-query-of-the-target-get-carriage-returns': {
    breaks: 'TEST-02',
    needs,
    report: 'httprb/http#449',
    twist: callsAt(({ targetUrl }) =>
      withQuery(targetUrl, (query) => query.replaceAll(/(?<!%0d)%0a/gi, '%0D%0A')),
    ),
  },
});
