/** Judges a sandbox in simulation: in the process, under virtual time, by seed. */
import { createSandbox, type Deliver, type Sandbox, type SandboxOptions } from '@outreach-api/sandbox';
import type { Network } from '../../src/session/network.ts';
import { Chance } from './seeded-chance.ts';
import { simulatedNetwork, type Answerer } from './simulated-network.ts';
import { inVirtualTime } from './virtual-time.ts';

/** A sandbox that was made for one simulated run. */
export interface SimulatedSandbox {
  readonly sandbox: Sandbox;
  readonly network: Network;
  /** The base address by which the network reaches it. */
  readonly url: string;
}

/** How a sandbox is simulated. */
export interface Simulation {
  /** Of latencies and of all else that is chance. */
  readonly seed: number;
  readonly sandbox?: SandboxOptions;
  /** Stands before the sandbox; nothing does where not set. */
  readonly before?: (sandbox: Sandbox, call: Deliver) => Answerer;
}

const url = 'http://127.0.0.1:1';

/** The way of a request, or of its answer, takes from a fifth of a millisecond to two, as on loopback. */
const [leastLatencyMs, mostLatencyMs] = [0.2, 2];

/** Makes a sandbox within the process, and works with it under virtual time. */
export async function simulate<Result>(
  { seed, sandbox: options = {}, before }: Simulation,
  work: (simulated: SimulatedSandbox) => Promise<Result>,
): Promise<Result> {
  return inVirtualTime(seed, async () => {
    const chance = new Chance(seed);
    const latencyMs = (): number => leastLatencyMs + chance.number() * (mostLatencyMs - leastLatencyMs);
    const answerer: { answer: Answerer } = { answer: async () => Response.error() };
    const network = simulatedNetwork(async (request, env) => answerer.answer(request, env), latencyMs);
    const sandbox = await createSandbox({ ...options, deliveries: { call: network.call } });
    answerer.answer =
      before?.(sandbox, network.call) ?? (async (request, env) => sandbox.fetch(request, env));
    try {
      return await work({ sandbox, network, url });
    } finally {
      sandbox.close();
    }
  });
}
