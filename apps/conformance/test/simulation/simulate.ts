/** Judges sandboxes and services in simulation: in-process, under virtual time, from a seed. */
import { createSandbox, type Deliver, type Sandbox, type SandboxOptions } from '@outreach-api/sandbox';
import type { Network } from '@outreach-api/wire/network';
import type { LatencyRange } from './disturbances.ts';
import { Chance } from './seeded-chance.ts';
import { simulatedNetwork, type Answerer } from './simulated-network.ts';
import { inVirtualTime } from './virtual-time.ts';

/** How an in-process service is reached. */
export interface Simulated {
  readonly network: Network;
  /** The base address at which the network reaches it. */
  readonly url: string;
}

/** An in-process service. */
export interface SimulatedService {
  readonly answer: Answerer;
}

/** How far away the target is; by default as on loopback. */
export interface Distance {
  readonly latencyMs?: LatencyRange;
  /** How long a connection takes to open, in addition to the time its first request travels. */
  readonly handshakeMs?: number;
}

const url = 'http://127.0.0.1:1';

/** As on loopback. */
const shortWays: LatencyRange = [0.2, 2];

/**
 * Works with an in-process service, under virtual time.
 *
 * @param seed - of latencies and all other randomness
 * @param make - creates the service; receives the function it makes webhook calls with
 */
export async function simulateService<Service extends SimulatedService, Result>(
  seed: number,
  make: (call: Deliver) => Service | Promise<Service>,
  work: (service: Service, simulated: Simulated) => Promise<Result>,
  { latencyMs: [leastMs, mostMs] = shortWays, handshakeMs = 0 }: Distance = {},
): Promise<Result> {
  return inVirtualTime(seed, async () => {
    const chance = new Chance(seed);
    const latencyMs = (): number => leastMs + chance.number() * (mostMs - leastMs);
    const made = Promise.withResolvers<Service>();
    const network = simulatedNetwork(
      async (request, env) => (await made.promise).answer(request, env),
      latencyMs,
      handshakeMs,
    );
    const service = await make(network.call);
    made.resolve(service);
    return work(service, { network, url });
  });
}

/** How a sandbox is simulated. */
export interface Simulation extends Distance {
  /** The seed of latencies and all other randomness. */
  readonly seed: number;
  readonly sandbox?: SandboxOptions;
  /** Stands in front of the sandbox; nothing does by default. */
  readonly before?: (sandbox: Sandbox, call: Deliver) => Answerer;
}

/** A sandbox created for one simulated run. */
export interface SimulatedSandbox extends Simulated {
  readonly sandbox: Sandbox;
}

/** Works with an in-process sandbox, under virtual time. */
export async function simulate<Result>(
  { seed, sandbox: options = {}, before, ...distance }: Simulation,
  work: (simulated: SimulatedSandbox) => Promise<Result>,
): Promise<Result> {
  return simulateService(
    seed,
    async (call) => {
      const sandbox = await createSandbox({ ...options, deliveries: { call } });
      const straight: Answerer = async (request, env) => sandbox.fetch(request, env);
      return { sandbox, answer: before?.(sandbox, call) ?? straight };
    },
    async ({ sandbox }, simulated) => {
      try {
        return await work({ sandbox, ...simulated });
      } finally {
        sandbox.close();
      }
    },
    distance,
  );
}
