/** Twins that mind a header which a request may have without meaning anything by it. */
import { refused } from '../answer.ts';
import { changedSuccess } from './changed.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that refuses lists with a header. */
function listsRefusedWith(header: string): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    page: (listing, window, call) =>
      call.headers.has(header)
        ? refused('invalid-query', `not with ${header}`)
        : right.page(listing, window, call),
  });
}

export const mindedHeadersTwins = defineTwins({
  'list-with-a-cookie-is-refused': { breaks: 'HOOK-04', twist: listsRefusedWith('cookie') },
  'list-with-a-trace-is-refused': { breaks: 'HOOK-04', twist: listsRefusedWith('traceparent') },
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
});
