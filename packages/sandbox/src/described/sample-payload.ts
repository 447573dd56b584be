/** The sample payload of a webhook test: placeholder data of an event (Test a webhook). */
import type { Dialect } from '../dialect/dialect.ts';

/** A placeholder payload for `event`. Its fields are ours: the description does not show them. */
export function samplePayload(event: string, shape: Dialect['payloadShape']): unknown {
  const data = {
    sender_profile_uuid: '00000000-0000-4000-8000-000000000001',
    lead_uuid: '00000000-0000-4000-8000-000000000002',
    first_name: 'Ada',
    last_name: 'Sample',
    email: 'ada.sample@example.com',
    subject: 'A sample subject',
    occurred_at: '2026-01-01T00:00:00.000Z',
  };
  if (shape === 'event-and-data') return { event, data };
  return shape === 'flat' ? { event, ...data } : [{ event, ...data }];
}
