/** One run of the command on a service. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonReport } from '@outreach-api/report/json-report';
import { readReport } from '../../../src/report/read-report.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { runCommand } from '../../real-command.ts';
import { startFailingGateway } from './failing-gateway.ts';
import { start, type RunningService } from './running-service.ts';
import { servicesFolder, type PlantedDefect, type Service } from './service.ts';

/** The rules that a service is judged by: all except those on the rate limit, or only these. */
export type Part = 'all but RATE' | 'RATE';

/** The run to perform. */
export interface Judging {
  readonly service: Service;
  readonly defect: PlantedDefect | null;
  readonly seed: number;
  readonly gateway: boolean;
  readonly part: Part;
}

/** The outcome of a run. */
export interface Judged extends Judging {
  /** Null if the run could not be done. */
  readonly report: JsonReport | null;
  /** Sender profiles of the owner that the run has changed, each before and after. */
  readonly changed: readonly string[];
  /** What the command wrote to stderr if the run could not be done; otherwise null. */
  readonly fault: string | null;
}

/** Low enough for a flood to reach it on a slow machine, or too high for anything else to reach it. */
const limits = {
  RATE: { requests: 40, seconds: 2 },
  'all but RATE': { requests: 5000, seconds: 5 },
} as const;

const allow = { createApiKeys: 60, deliveries: 120, updates: true, deletes: true };

/** How often a profile is read at most until it is shown. */
const mostLooks = 5;

/** A name for the run, for file names. */
export function nameOf({ service, defect, seed, gateway, part }: Judging): string {
  const what = defect?.name ?? (gateway ? 'gateway' : 'plain');
  return [service.name, what, `seed-${seed}`, ...(part === 'RATE' ? ['rate'] : [])].join('-');
}

/** Starts the service, judges it, and stops it. Errors are reported as a fault. */
export async function judge(judging: Judging, out: string): Promise<Judged> {
  try {
    return { ...judging, ...(await judgeFresh(judging, out)) };
  } catch (error) {
    return { ...judging, report: null, changed: [], fault: String(error) };
  }
}

type Outcome = Pick<Judged, 'report' | 'changed' | 'fault'>;

async function judgeFresh(judging: Judging, out: string): Promise<Outcome> {
  const { service, defect, part } = judging;
  const running = await start(service, { defect: defect?.name ?? null, rateLimit: limits[part] });
  try {
    const before = await profilesOf(running);
    const judged = await judgeRunning(judging, running, path.join(out, nameOf(judging)));
    const after = await profilesOf(running);
    const changed = before.flatMap((was, index) =>
      was === after[index] ? [] : [`${was} is now ${after[index]}`],
    );
    return { ...judged, changed };
  } finally {
    await running.stop();
  }
}

async function judgeRunning(
  { service, seed, gateway, part }: Judging,
  { url, accounts: [own, other] }: RunningService,
  folder: string,
): Promise<Omit<Outcome, 'changed'>> {
  mkdirSync(folder, { recursive: true });
  const before = gateway ? await startFailingGateway(Number(new URL(url).port), seed) : null;
  try {
    const target = {
      baseUrl: before?.url ?? url,
      token: own.token,
      otherAccountToken: other.token,
      expiredToken: own.expired_token,
      fixtures: { senderProfiles: own.sender_profiles },
      provision: path.relative(folder, path.join(servicesFolder, 'provision.mjs')),
      allow: { ...allow, flood: part === 'RATE' ? 3000 : 0 },
      requests: { timeoutMs: 30_000 },
    };
    writeFileSync(path.join(folder, 'target.json'), `${JSON.stringify(target, null, 2)}\n`);
    const which = part === 'RATE' ? '--rule' : '--exclude';
    const { code, stderr } = await runCommand(
      ['server', '--config', 'target.json', '--seed', String(seed), which, 'RATE', '--json', 'report.json'],
      { cwd: folder },
    );
    const isDone = code === 0 || code === 1;
    const fault = isDone ? null : `${service.name}: exit ${String(code)}: ${stderr.trim()}`;
    return { report: isDone ? await readReport(path.join(folder, 'report.json')) : null, fault };
  } finally {
    await before?.close();
  }
}

/** The owner's profiles as they are shown, without the time of their last update. */
async function profilesOf({ url, accounts: [own] }: RunningService): Promise<readonly string[]> {
  const read = async (uuid: string): Promise<Response> =>
    fetch(`${url}/flows/api/sender-profiles/${uuid}`, { headers: { authorization: `Bearer ${own.token}` } });
  return Promise.all(
    own.sender_profiles.map(async (uuid) => {
      let response = await read(uuid);
      // The run may have left the account rate limited.
      for (let looks = 1; !response.ok && looks < mostLooks; looks += 1) {
        await wait(limits.RATE.seconds * 1000);
        response = await read(uuid);
      }
      if (!response.ok) throw new Error(`sender profile ${uuid} is answered ${response.status}`);
      const shown: unknown = await response.json();
      return JSON.stringify(isRecord(shown) ? { ...shown, updated_at: null } : shown);
    }),
  );
}
