/** A fleet of independent clients, against one limit, in virtual time. */
import { createVirtualTime, seededRandom } from './virtual-time.ts';
import type { VirtualTime } from './virtual-time.ts';
import { profile } from './records.ts';

/** What a client of a fleet is created with. */
export interface FleetMember extends Pick<VirtualTime, 'now' | 'sleep'> {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  random: () => number;
}

/** A client of a fleet: makes one call, and throws if it gives up. */
export type Caller = (member: FleetMember) => () => Promise<unknown>;

/** The results of a fleet. */
export interface FleetReport {
  /** Requests sent for each that was accepted. */
  requestsPerAccepted: number;
  /** The most requests in any second after the first `Retry-After` was over. */
  burst: number;
  /** Calls that were given up. */
  gaveUp: number;
  /** The successful calls of the client that had the fewest. */
  fewestThrough: number;
  /** How long it took until all were done, in seconds. */
  seconds: number;
}

/** What a fleet does. */
export interface FleetPlan {
  clients: number;
  /** How many calls each client makes, one after the other. */
  calls: number;
  /** How many requests the service accepts in each second. */
  limit: number;
  /** The `Retry-After` of a limited request, in seconds; if null, the rest of the second, rounded up. */
  retryAfter: number | null;
  seed: number;
}

/** A service that accepts this many requests in each second of its clock. */
function limitedService(time: VirtualTime, random: () => number, { limit, retryAfter }: FleetPlan) {
  const sentAt: number[] = [];
  const [latencyMs, windowMs] = [20, 1000];
  let [window, acceptedInWindow, accepted] = [0, 0, 0];
  let returnAt = Infinity;
  return {
    sentAt,
    accepted: () => accepted,
    returnAt: () => returnAt,
    async fetch(): Promise<Response> {
      await time.sleep(latencyMs * (1 + random()));
      const now = time.now();
      sentAt.push(now);
      const current = Math.floor(now / windowMs);
      if (current !== window) [window, acceptedInWindow] = [current, 0];
      if (acceptedInWindow < limit) {
        acceptedInWindow += 1;
        accepted += 1;
        return Response.json(profile);
      }
      const seconds = retryAfter ?? Math.ceil(((current + 1) * windowMs - now) / 1000);
      returnAt = Math.min(returnAt, now + seconds * 1000);
      return new Response('', { status: 429, headers: { 'retry-after': String(seconds) } });
    },
  };
}

/** Lets a fleet make its calls, and returns the results. */
export async function simulateFleet(caller: Caller, plan: FleetPlan): Promise<FleetReport> {
  const time = createVirtualTime();
  const random = seededRandom(plan.seed);
  const service = limitedService(time, random, plan);
  const through = Array<number>(plan.clients).fill(0);
  let gaveUp = 0;
  const work = through.map(async (_, index) => {
    const call = caller({ ...time.clock, random, fetch: async () => service.fetch() });
    for (let made = 0; made < plan.calls; made += 1) {
      const isThrough = await call().then(
        () => true,
        () => false,
      );
      if (isThrough) through[index] = (through[index] ?? 0) + 1;
      else gaveUp += 1;
    }
  });
  await time.until(Promise.all(work));
  const after = service.sentAt.filter((at) => at >= service.returnAt());
  const inSecondFrom = after.map((from) => after.filter((at) => at >= from && at < from + 1000).length);
  return {
    requestsPerAccepted: service.sentAt.length / service.accepted(),
    burst: Math.max(0, ...inSecondFrom),
    gaveUp,
    fewestThrough: Math.min(...through),
    seconds: time.now() / 1000,
  };
}
