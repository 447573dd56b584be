/** A target that breaks in the middle of a run, and what must hold for the run: for the suite's own tests. */
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Sandbox } from '@outreach-api/sandbox';
import { simulate, type Simulation } from './simulation/simulate.ts';
import { judgeTarget } from '../src/judge-target.ts';
import type { Run } from '../src/run.ts';
import { exitOf, type Exit } from '@outreach-api/report/exit-code';
import { jsonReport } from '../src/report/json-report.ts';
import { rules } from '../src/catalogue/rules.ts';
import { sandboxTarget } from './judge-sandbox.ts';

/** How a target answers from a certain request on. */
export type OutageKind = '500' | '503' | '401' | '302' | '429' | 'silence';

/** All kinds of outages. */
export const outageKinds: readonly OutageKind[] = ['500', '401', '302', '429', 'silence', '503'];

/** Longer than any client waits for an answer. */
const silenceMs = 60_000;

const answers: Readonly<Record<OutageKind, () => Promise<Response>>> = {
  '500': async () => Response.json({ error: 'Internal Server Error' }, { status: 500 }),
  '503': async () => new Response('no server is available', { status: 503 }),
  '401': async () => Response.json({ error: 'Unauthorized' }, { status: 401 }),
  '302': async () => new Response(null, { status: 302, headers: { location: 'https://login.example.com/' } }),
  '429': async () => new Response('slow down', { status: 429, headers: { 'retry-after': '1' } }),
  silence: async () => {
    await wait(silenceMs);
    return new Response(null, { status: 504 });
  },
};

/** Where an outage begins: with the nth request, counted from 1, or with the first one that meets this condition. */
export type Beginning = number | ((request: Request) => boolean);

/** A gateway before a sandbox that answers like this from a certain request on. */
export function breaksFrom(
  from: Beginning,
  kind: OutageKind,
  onBroken: () => void = () => undefined,
): (request: Request, pass: (request: Request) => Promise<Response>) => Promise<Response> {
  let count = 0;
  let isBroken = false;
  return async (request, pass) => {
    count += 1;
    isBroken ||= typeof from === 'number' ? count >= from : from(request);
    if (isBroken) onBroken();
    return isBroken ? answers[kind]() : pass(request);
  };
}

/** A run during which the target broke. */
export interface BrokenRun {
  readonly run: Run;
  readonly exit: Exit;
  /** Whether the target broke before the run last checked it. */
  readonly isBroken: boolean;
  /** Data that has changed and is not in the ledger. */
  readonly unreported: readonly string[];
}

/**
 * Judges a sandbox that breaks at some request, in simulation.
 *
 * @param from - the first request that is not answered as before; null if the target does not break
 */
export async function runBroken(kind: OutageKind, from: Beginning | null): Promise<BrokenRun> {
  let brokeAt: Date | null = null;
  const gateway = breaksFrom(from ?? Number.POSITIVE_INFINITY, kind, () => {
    brokeAt ??= new Date();
  });
  let restoredFrom: Date | null = null;
  const simulation: Simulation = {
    seed: 1,
    sandbox: { seed: 1, rateLimit: null },
    before: (sandbox) => async (request, env) =>
      gateway(request, async (passed) => sandbox.fetch(passed, env)),
  };
  return simulate(simulation, async ({ sandbox, network, url }) => {
    const before = recordsOf(sandbox);
    const target = sandboxTarget(sandbox, url, { createApiKeys: 8, deliveries: 30 });
    const run = await judgeTarget(target, {
      rules,
      seed: 1,
      runs: 1,
      path: null,
      observe: true,
      network,
      onProgress: ({ phase }) => {
        if (phase === 'restoring') restoredFrom ??= new Date();
      },
    });
    const isBroken = wasBefore(brokeAt, restoredFrom);
    return {
      run,
      isBroken,
      exit: exitOf(jsonReport(run, '')),
      unreported: unreported(before, recordsOf(sandbox), run),
    };
  });
}

function wasBefore(one: Date | null, other: Date | null): boolean {
  return one !== null && (other === null || one < other);
}

/** What is wrong with a run during which the target broke; empty if nothing is. */
export function faultsOfOutage({ run, exit, isBroken, unreported: changed }: BrokenRun): readonly string[] {
  return [
    ...(exit.code === 0 && isBroken ? ['the run ended with 0'] : []),
    ...run.results.flatMap(({ rule, verdict, breach }) =>
      verdict === 'fail' ? [`${rule.id} fails: ${breach?.actual}`] : [],
    ),
    ...run.results.flatMap(({ rule, fault }) =>
      fault === undefined ? [] : [`${rule.id}: a fault of the suite: ${inspect(fault)}`],
    ),
    ...run.observations
      .filter(({ answer }) => /\b(?:500|302|login)\b/.test(answer))
      .map(({ question, answer }) => `observed of "${question}": ${answer}`),
    ...changed.map((uuid) => `${uuid} is neither restored nor reported`),
  ];
}

/** Webhooks, profiles and keys as texts, by their uuids. */
function recordsOf(sandbox: Sandbox): ReadonlyMap<string, string> {
  const { webhooks, senderProfiles, apiKeys } = sandbox.snapshot();
  return new Map([
    ...webhooks.map((one) => [one.uuid, JSON.stringify(one)] as const),
    ...senderProfiles.map(
      ({ uuid, firstName, lastName, label }) => [uuid, JSON.stringify([firstName, lastName, label])] as const,
    ),
    ...apiKeys.map(({ jti }) => [jti, ''] as const),
  ]);
}

function unreported(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { ledger }: Run,
): readonly string[] {
  const listed = ledger.filter(({ undone }) => !undone).map(({ action, what }) => `${action}: ${what}`);
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (uuid) => before.get(uuid) !== after.get(uuid) && !listed.some((text) => text.includes(uuid)),
  );
}
