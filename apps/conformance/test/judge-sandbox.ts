/** Serves a sandbox, judges it, and takes it down: for the suite's own tests. */
import type { BackoffPolicy } from '@outreach-api/client';
import {
  createSandbox,
  serveSandbox,
  type Deliver,
  type Dialect,
  type RecordedRequest,
  type Sandbox,
  type SandboxOptions,
  type TwinName,
} from '@outreach-api/sandbox';
import type { Rule } from '../src/session/suite.ts';
import type { WriteLine } from '../src/history/history-writer.ts';
import { judgeTarget } from '../src/judge-target.ts';
import type { Run } from '../src/run.ts';
import { rules as allRules } from '../src/catalogue/rules.ts';
import { completeTarget, type Allowed, type Target, type TargetInput } from '../src/target/target.ts';
import type { LatencyRange } from './simulation/disturbances.ts';
import { simulate } from './simulation/simulate.ts';
import { inRealTime } from './simulation/virtual-time.ts';
import type { Network } from '@outreach-api/wire/network';
import { behindSlowHandshakes } from './services/slow-handshakes.ts';

/**
 * A gateway before a sandbox; it may change requests and answers.
 *
 * @param call - makes a webhook call
 */
export type Gateway = (
  request: Request,
  pass: (request: Request) => Promise<Response>,
  sandbox: Sandbox,
  call: Deliver,
) => Promise<Response>;

/** How a sandbox is created and judged; everything has a default: no twin, the default dialect, everything allowed. */
export interface SandboxJudging {
  readonly rules?: readonly Rule[];
  readonly twin?: TwinName;
  readonly dialect?: Partial<Dialect>;
  readonly sandbox?: SandboxOptions;
  readonly allow?: Partial<Allowed>;
  /** What differs in the target file. */
  readonly target?: Partial<TargetInput>;
  readonly seed?: number;
  readonly runs?: number;
  /** How long to wait for a limit that never lifts; as long as our client would if not set. */
  readonly backoff?: BackoffPolicy;
  /** Whether what is left open is also observed; no if not set. */
  readonly observe?: boolean;
  /** The gateway before the sandbox; none if not set. */
  readonly gateway?: Gateway;
  /** Receives the history of the run; it is discarded if not set. */
  readonly history?: WriteLine;
  /** The most requests to send; unlimited if not set. */
  readonly maxRequests?: number;
  /** How long it takes to open a connection, in milliseconds. */
  readonly handshakeMs?: number;
  /** In simulation, the latency of a request or its answer; as on loopback if not set. */
  readonly latencyMs?: LatencyRange;
  /** Whether it is judged over sockets and in real time; in simulation if not set. */
  readonly served?: boolean;
}

/** A run, and the sandbox's own record of the requests. */
export interface JudgedSandbox extends Run {
  readonly record: readonly RecordedRequest[];
}

/** What is allowed on a private sandbox: everything but the flood. */
export const everything: Allowed = {
  createApiKeys: 60,
  deliveries: 120,
  updates: true,
  deletes: true,
  flood: 0,
  forgedCredentials: true,
};

/** A served sandbox as a target: all its credentials, fixtures, and its own way to create records. */
export function sandboxTarget(sandbox: Sandbox, baseUrl: string, allow: Partial<Allowed> = {}): Target {
  const [first, second] = sandbox.accounts;
  const [one = '', other = ''] = first.senderProfiles();
  return completeTarget({
    baseUrl,
    token: first.token,
    otherAccountToken: second.token,
    expiredToken: first.expiredToken,
    fixtures: { senderProfiles: [one, other] },
    provision: () => {
      let made = 0;
      return {
        createWebhook: async (webhook) => {
          made += 1;
          return sandbox.createWebhook(0, { ...webhook, name: made % 3 === 0 ? `Made ${made}` : null });
        },
        createSenderProfile: async (profile) => sandbox.createSenderProfile(0, profile),
      };
    },
    allow: { ...everything, ...allow },
  });
}

/** Judges a sandbox: in simulation, that is in the process and under virtual time, unless it is served. */
export async function judgeSandbox(judging: SandboxJudging = {}): Promise<JudgedSandbox> {
  const { gateway, served, handshakeMs = 0 } = judging;
  if (served === true) return inRealTime(async () => judgeServed(judging, handshakeMs));
  return simulate(
    {
      seed: judging.seed ?? 1,
      sandbox: optionsOf(judging),
      handshakeMs,
      ...(judging.latencyMs === undefined ? {} : { latencyMs: judging.latencyMs }),
      ...(gateway === undefined ? {} : { before: behind(gateway) }),
    },
    async ({ sandbox, network, url }) => judged(sandbox, url, judging, network),
  );
}

/** Puts this gateway before a sandbox. */
export function behind(gateway: Gateway): (sandbox: Sandbox, call: Deliver) => Sandbox['fetch'] {
  return (sandbox, call) => async (request, env) =>
    gateway(request, async (passed) => sandbox.fetch(passed, env), sandbox, call);
}

async function judgeServed(judging: SandboxJudging, handshakeMs: number): Promise<JudgedSandbox> {
  const sandbox = await createSandbox(optionsOf(judging));
  const { gateway } = judging;
  const before = gateway === undefined ? {} : { fetch: behind(gateway)(sandbox, callsNobody) };
  const served = await serveSandbox({ ...sandbox, ...before });
  const distant = await behindSlowHandshakes(served, handshakeMs);
  try {
    return await judged(sandbox, distant.url, judging);
  } finally {
    distant.close();
    await served.close();
    sandbox.close();
  }
}

/** Makes no delivery. */
export const callsNobody: Deliver = async () => ({ kind: 'failed', reason: 'nobody is called', sent: false });

function optionsOf({ sandbox, twin, dialect }: SandboxJudging): SandboxOptions {
  return {
    ...sandbox,
    ...(twin === undefined ? {} : { twin }),
    ...(dialect === undefined ? {} : { dialect }),
  };
}

async function judged(
  sandbox: Sandbox,
  url: string,
  judging: SandboxJudging,
  network?: Network,
): Promise<JudgedSandbox> {
  const target = { ...sandboxTarget(sandbox, url, judging.allow), ...completeParts(judging.target) };
  const run = await judgeTarget(target, {
    rules: judging.rules ?? allRules,
    seed: judging.seed ?? 1,
    runs: judging.runs ?? null,
    path: null,
    observe: judging.observe ?? false,
    ...(judging.backoff === undefined ? {} : { backoff: judging.backoff }),
    ...(network === undefined ? {} : { network }),
    maxRequests: judging.maxRequests ?? null,
    ...(judging.history === undefined ? {} : { history: judging.history }),
  });
  return { ...run, record: [...sandbox.record] };
}

function completeParts(parts: Partial<TargetInput> = {}): Partial<Target> {
  const whole = completeTarget({ baseUrl: '', token: '', ...parts });
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key in parts));
}
