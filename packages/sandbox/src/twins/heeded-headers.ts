/** Twins that heed a header which has no bearing on the request. */
import { zstdCompressSync } from 'node:zlib';
import { refused } from '../answer.ts';
import { changedSuccess } from './changed.ts';
import { whateverListsWebhooks } from './consequences.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that refuses lists with such headers. */
function listsRefusedIf(isRefused: (headers: Headers) => boolean): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    page: (listing, window, call) =>
      isRefused(call.headers)
        ? refused('invalid-query', 'not with these headers')
        : right.page(listing, window, call),
  });
}

export const heededHeadersTwins = defineTwins({
  'list-with-a-cookie-is-refused': {
    breaks: 'HOOK-04',
    twist: listsRefusedIf((headers) => headers.has('cookie')),
  },
  'list-with-a-trace-is-refused': {
    breaks: 'HOOK-04',
    twist: listsRefusedIf((headers) => headers.has('traceparent')),
  },
  'dates-of-profiles-follow-the-language': {
    breaks: 'PROF-01',
    also: ['PROF-03', 'PROF-04', 'PROF-06', 'PROF-07'],
    twist: (right) =>
      changedSuccess(right, ['senderProfiles.get', 'senderProfiles.update'], (record, { headers }) =>
        headers.has('accept-language')
          ? { ...record, created_at: new Date(String(record['created_at'])).toUTCString() }
          : record,
      ),
  },
  'body-with-a-charset-is-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    needs: ['updates'],
    twist: (right) => ({
      ...right,
      findSenderProfile: (uuid, call) =>
        call.operation === 'senderProfiles.update' &&
        call.headers.get('content-type')?.includes('charset') === true
          ? refused('invalid-body', 'no charset')
          : right.findSenderProfile(uuid, call),
    }),
  },
  'list-for-a-browser-is-refused': {
    breaks: 'HOOK-04',
    report: 'mozilla-services/go-syncstorage#85',
    twist: listsRefusedIf((headers) => {
      const accept = headers.get('accept') ?? '';
      return accept.includes('text/html') && !accept.includes('json');
    }),
  },
  'list-for-python-is-refused': {
    breaks: 'HOOK-04',
    report: 'miniflux/v2#1170',
    twist: listsRefusedIf((headers) => /^python-urllib/i.test(headers.get('user-agent') ?? '')),
  },
  'list-for-zstd-is-garbled': {
    breaks: 'HOOK-04',
    also: ['JSON-01', ...whateverListsWebhooks],
    report: 'tinacms/tinacms#7513',
    under: { compression: 'none' },
    twist: (right) => ({
      ...right,
      answer: async (answer, call) => {
        const answered = await right.answer(answer, call);
        const takesZstd = /\bzstd\b/.test(call.headers.get('accept-encoding') ?? '');
        if (call.operation !== 'webhooks.list' || answered.body.kind !== 'json' || !takesZstd)
          return answered;
        const garbled = zstdCompressSync(JSON.stringify(answered.body.value)).toString();
        return {
          ...answered,
          headers: { ...answered.headers, 'content-encoding': 'zstd' },
          body: { kind: 'bytes', bytes: Buffer.from(garbled), type: 'application/json' },
        };
      },
    }),
  },
  'list-with-escapes-in-its-baggage-is-refused': {
    breaks: 'HOOK-04',
    report: 'DataDog/dd-trace-js#5159',
    twist: listsRefusedIf((headers) => /%/.test(headers.get('baggage') ?? '')),
  },
  'update-with-a-cookie-is-refused': {
    breaks: 'PROF-04',
    also: ['PROF-05'],
    report: 'rommapp/romm#4648',
    needs: ['updates'],
    twist: (right) => ({
      ...right,
      findSenderProfile: (uuid, call) =>
        call.operation === 'senderProfiles.update' && call.headers.has('cookie')
          ? refused('invalid-body', 'the token of the form is missing')
          : right.findSenderProfile(uuid, call),
    }),
  },
});
