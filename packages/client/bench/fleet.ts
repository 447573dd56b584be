/** Compares fleets of this client, of ky and of axios-retry against one limit, in virtual time. */
import { AxiosError, create } from 'axios';
import type { AxiosAdapter } from 'axios';
import axiosRetry, { exponentialDelay } from 'axios-retry';
import ky from 'ky';
import { createOutreachClient } from '../src/index.ts';
import { simulateFleet } from '../test/fleet.ts';
import type { Caller, FleetMember, FleetReport } from '../test/fleet.ts';
import { canary, profile } from '../test/records.ts';

const retries = 4;
const url = 'http://outreach.invalid/flows/api/sender-profiles/1';

/** ky and axios-retry wait with the global timers: here these are the fleet's. */
function useTimersOf({ sleep }: FleetMember): void {
  const timers = new Map<number, AbortController>();
  let number = 0;
  const setTimer = (then: () => void, ms = 0): number => {
    const controller = new AbortController();
    timers.set((number += 1), controller);
    sleep(ms, controller.signal).then(then, () => {});
    return number;
  };
  const clearTimer = (timer: number): void => timers.get(timer)?.abort();
  Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: clearTimer });
}

const ours: Caller = (member) => {
  const client = createOutreachClient({ ...member, baseUrl: 'http://outreach.invalid', token: canary });
  return () => client.senderProfiles.get(profile.uuid);
};

const withKy: Caller = (member) => {
  useTimersOf(member);
  const fetch = async (): Promise<Response> => member.fetch(url);
  const client = ky.create({ fetch, retry: { limit: retries, jitter: true } });
  return () => client.get(url).json();
};

const withAxiosRetry: Caller = (member) => {
  useTimersOf(member);
  const adapter: AxiosAdapter = async (config) => {
    const response = await member.fetch(url);
    const { status, statusText } = response;
    const headers = Object.fromEntries(response.headers);
    const answer = { status, statusText, headers, config, data: await response.text() };
    if (response.ok) return answer;
    throw new AxiosError(`answered ${status}`, 'ERR_BAD_REQUEST', config, null, answer);
  };
  const client = create({ adapter });
  axiosRetry(client, { retries, retryDelay: (count, error) => exponentialDelay(count, error) });
  return () => client.get(url);
};

function line(
  name: string,
  { requestsPerAccepted, burst, gaveUp, fewestThrough, seconds }: FleetReport,
): string {
  const columns = [
    requestsPerAccepted.toFixed(2),
    String(burst),
    String(gaveUp),
    String(fewestThrough),
    seconds.toFixed(0),
  ];
  return `| ${name.padEnd(11)} | ${columns.map((text) => text.padStart(8)).join(' | ')} |\n`;
}

const real = { setTimeout, clearTimeout };
process.stdout.write(
  '50 clients, 20 calls each, one limit of 10 a second, `Retry-After`: the rest of the second\n\n',
);
process.stdout.write('| client      | per taken |    burst | given up |   fewest |  seconds |\n');
process.stdout.write('| ----------- | --------: | -------: | -------: | -------: | -------: |\n');
for (const [name, caller] of Object.entries({ ours, ky: withKy, 'axios-retry': withAxiosRetry })) {
  const plan = { clients: 50, calls: 20, limit: 10, retryAfter: null, seed: 1 };
  process.stdout.write(line(name, await simulateFleet(caller, plan)));
  Object.assign(globalThis, real);
}
