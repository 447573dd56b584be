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
import type { Rule } from '../src/engine/rule.ts';
import type { WriteLine } from '../src/history/history-writer.ts';
import { judgeTarget } from '../src/judge-target.ts';
import type { Run } from '../src/run.ts';
import { rules as allRules } from '../src/catalogue/rules.ts';
import { completeTarget, type Allowed, type Target, type TargetInput } from '../src/target/target.ts';
import type { LatencyRange } from './simulation/disturbances.ts';
import { simulate } from './simulation/simulate.ts';
import { inRealTime } from './simulation/virtual-time.ts';
import type { Network } from '../src/http/network.ts';
import { behindSlowHandshakes } from './services/slow-handshakes.ts';

/**
 * What stands before a sandbox, and may change what is sent and what comes back.
 *
 * @param call - makes a webhook call
 */
export type Gateway = (
  request: Request,
  pass: (request: Request) => Promise<Response>,
  sandbox: Sandbox,
  call: Deliver,
) => Promise<Response>;

/** How a sandbox is made and judged; everything has a default: no twin, the default dialect, everything allowed. */
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
  /** For how long a limit is waited for that never lifts; as long as our client would where not set. */
  readonly backoff?: BackoffPolicy;
  /** Whether it is also observed what is left open; not where not set. */
  readonly observe?: boolean;
  /** Stands before the sandbox; nothing does where not set. */
  readonly gateway?: Gateway;
  /** Takes the history of the run; nobody does where not set. */
  readonly history?: WriteLine;
  /** No more requests are sent than these; as many as it takes where not set. */
  readonly maxRequests?: number;
  /** How long it takes to open a connection, in milliseconds. */
  readonly handshakeMs?: number;
  /** In simulation, how long the way of a request or its answer takes; as on loopback where not set. */
  readonly latencyMs?: LatencyRange;
  /** Whether it is judged over sockets and in real time; in simulation where not set. */
  readonly served?: boolean;
}

/** A run, and the sandbox's own record of what it was asked to do. */
export interface JudgedSandbox extends Run {
  readonly record: readonly RecordedRequest[];
}

/** What is allowed on a sandbox of one's own: everything but the flood. */
export const everything: Allowed = {
  createApiKeys: 60,
  deliveries: 120,
  updates: true,
  deletes: true,
  flood: 0,
  forgedCredentials: true,
};

/** The target that a served sandbox is: all its credentials, fixtures, and its own way to make records. */
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

/** Judges a sandbox: in simulation, that is in the process and under virtual time, unless it is to be served. */
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

/** What stands before a sandbox: this gateway. */
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

/** Makes no call. */
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
