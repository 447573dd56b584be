/** Shows how 50 independent clients share a limit of 10 a second. */
import { expect, test } from 'vitest';
import { simulateFleet } from '../test/fleet.ts';
import type { Caller } from '../test/fleet.ts';
import { canary, profile } from '../test/records.ts';
import { createOutreachClient } from './index.ts';

const limit = 10;
const calls = 20;
const ours: Caller = (member) => {
  const client = createOutreachClient({ ...member, baseUrl: 'http://outreach.invalid', token: canary });
  return () => client.senderProfiles.get(profile.uuid);
};

test.each([
  ['the rest of the second', null, 1],
  ['the rest of the second', null, 2],
  ['5 s', 5, 3],
  ['30 s', 30, 4],
])(
  'no client starves and none returns in a burst, asked to come back after %s',
  async (_, retryAfter, seed) => {
    const report = await simulateFleet(ours, { clients: 50, calls, limit, retryAfter, seed });
    expect(report).toMatchObject({ gaveUp: 0, fewestThrough: calls });
    expect(report.burst).toBeLessThanOrEqual(2 * limit);
    expect(report.requestsPerAccepted).toBeLessThanOrEqual(1.3);
  },
  60_000,
);
