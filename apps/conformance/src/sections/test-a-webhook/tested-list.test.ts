/** What the list around tests shows where it holds another number of webhooks than its total. */
import { expect, it } from 'vitest';
import type { ListNow } from '@outreach-api/model/records/list-now';
import { testStoresNothing } from './tested-list.ts';

const records = ['3f0c1f9e-7d0a-4f0b-9c59-5b3d8b8e7a11', '0b402dde-661c-465f-9d84-05d7ca5f840b'].map(
  (uuid) => ({
    uuid,
    event: 'sender_profile_sent_email',
    request_method: 'POST',
    target_url: `https://northwind.example.com/${uuid}`,
  }),
);
const whole: ListNow = { total: 2, records };
const cut: ListNow = { total: 2, records: records.slice(1) };
const shorter: ListNow = { total: 1, records: records.slice(1) };

it.each<[string, ListNow, ListNow, string]>([
  ['gone from a list that is complete', whole, shorter, 'broken'],
  ['gone from a list that is not', whole, cut, 'held'],
  ['added to a list that was complete', shorter, whole, 'broken'],
  ['added to a list that was not', cut, whole, 'held'],
])('a webhook %s', (_, before, after, verdict) => {
  const list = { before, after, quiet: true, untested: null };
  const seen = { attempts: [], partial: [], control: true, late: [], earlier: [], list };
  expect(testStoresNothing(seen).kind).toBe(verdict);
});
