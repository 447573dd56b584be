/** Headers that a request may have without meaning anything by them: the description does not mention them. */
import type { SenderOfHeaders } from '@outreach-api/model/records/exchange';

/** Headers by lower-case name. */
export type AddedHeaders = Readonly<Record<string, string>>;

/** Headers, and who adds them. */
export interface UsualHeaders {
  readonly headersOf: SenderOfHeaders;
  readonly headers: AddedHeaders;
}

/**
 * What browsers, intermediaries and HTTP libraries add to a request by themselves. Left out is what a server may mind:
 * where a request comes from (`Origin`, `X-Forwarded-For`), what the caller knows already (`If-None-Match`), and which
 * part is wanted (`Range`).
 */
export const usualHeaders: readonly UsualHeaders[] = [
  {
    headersOf: 'a browser',
    headers: {
      accept: 'application/json, text/plain, */*',
      'accept-language': 'de-CH,de;q=0.9,en;q=0.5',
      'cache-control': 'no-cache',
      'content-type': 'application/json;charset=UTF-8',
      cookie: '_ga=GA1.1.1234567890.1700000000; theme=dark',
      dnt: '1',
      pragma: 'no-cache',
      priority: 'u=1, i',
      referer: 'https://app.example.com/settings',
      'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24"',
      'sec-ch-ua-mobile': '?0',
      'sec-fetch-dest': 'empty',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'XMLHttpRequest',
    },
  },
  {
    headersOf: 'proxies',
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      baggage: 'region=eu,tier=1,release=app%402.4',
      'content-type': 'application/json; charset=utf-8',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tracestate: 'vendor=00f067aa0ba902b7',
      via: '1.1 proxy.example.com',
      'x-correlation-id': 'c0ffee00-0000-4000-8000-000000000001',
      'x-request-id': '4bf92f3577b34da6a3ce929d0e0e4736',
    },
  },
  {
    headersOf: 'an HTTP library',
    headers: {
      // HTML is named, and anything else preferred to it.
      accept: '*/*;q=0.8, text/html;q=0.2',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'accept-language': '*',
      'content-type': 'application/json',
      'sec-fetch-mode': 'cors',
      te: 'trailers',
      'user-agent': 'Python-urllib/3.13',
    },
  },
];
