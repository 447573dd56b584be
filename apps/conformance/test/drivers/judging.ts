/** Judges a client by its driver, as the command does, and keeps its waits. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@outreach-api/engine';
import { DriverProcess } from '../../src/clients/driver/driver-process.ts';
import { declarationOf } from '../../src/clients/driver/declare.ts';
import { clientRules } from '../../src/clients/rules/client-rules.ts';
import { calibrate } from '../../src/clients/run/calibration.ts';
import { serviceAddress } from '../../src/clients/run/reported-exchange.ts';
import { loopback } from '../../src/clients/service/loopback.ts';
import { judgeClient } from '../../src/judge-client.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { jsonReport } from '../../src/report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { reportPage } from '@outreach-api/report/page/report-page';
import { versionsOf, type Driver } from './driver.ts';
import { install } from './install.ts';
import type { Command } from './toolchain.ts';
import { waitsOf, type Waits } from './waits.ts';
import { watchRetries } from './watched-retries.ts';
import { suiteCommand } from '../../src/installation/suite-command.ts';

/** A driver, and the outcome of its run. */
export interface Judged {
  readonly driver: Driver;
  /** Its packages and versions, in words. */
  readonly versions: string;
  /** Null if it could not be judged. */
  readonly report: JsonReport | null;
  /** Why it could not be judged; null if it was. */
  readonly fault: string | null;
  /** Null if it never retried, or could not be judged. */
  readonly waits: Waits | null;
}

const concurrency = 6;
const mostMs = 40_000;

/** Installs a driver if needed, and judges it. Errors are reported as a fault. */
export async function judge(driver: Driver, seed: number, out: string): Promise<Judged> {
  const notJudged = (fault: string): Judged => ({ driver, versions: '', report: null, fault, waits: null });
  try {
    const installed = driver.toolchain === null ? null : await install(driver.toolchain);
    if (installed !== null && installed.missing !== null) return notJudged(installed.missing);
    const versions = installed === null ? 'of this workspace' : versionsOf(driver, installed);
    const { report, waits } = await run(driver.start(installed?.folder ?? ''), driver.name, seed);
    if (report.error != null) return notJudged(report.error);
    const folder = path.join(out, driver.name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(path.join(folder, 'report.html'), reportPage(report));
    return { driver, versions, report, fault: null, waits };
  } catch (error) {
    return notJudged(String(error));
  }
}

async function run(
  command: Command,
  name: string,
  seed: number,
): Promise<Pick<Judged, 'waits'> & { report: JsonReport }> {
  const secrets = new Secrets();
  const started = new DriverProcess(command, { mask: (text) => secrets.mask(text) });
  const { driver, place, sequences } = watchRetries(started, loopback);
  const began = systemClock.now();
  const calibration = await calibrate();
  try {
    const nowhere = { baseUrl: serviceAddress, token: 'none', longestMs: mostMs };
    const { backoff: declared } = await declarationOf(driver, nowhere);
    const judged = await judgeClient(driver, {
      rules: clientRules,
      seed,
      path: null,
      command: command.join(' '),
      place,
      calibration,
      concurrency,
      mostMs,
      secrets,
    });
    const noise = calibration.lateness(began, systemClock.now());
    const report = jsonReport(judged, `${suiteCommand} client`);
    return { report, waits: waitsOf({ sequences, declared, noise }, name) };
  } finally {
    started.close();
    calibration.close();
  }
}
