/** One run of the command on a driver. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readReport } from '../../src/report/read-report.ts';
import type { JsonReport } from '../../src/report/json-report.ts';
import { runCommand } from '../real-command.ts';
import { versionsOf, type Driver } from './driver.ts';
import { install } from './install.ts';

/** A driver, and what came of its run. */
export interface Judged {
  readonly driver: Driver;
  /** What it runs on, in words. */
  readonly versions: string;
  /** Null where it could not be judged. */
  readonly report: JsonReport | null;
  /** Why it could not be judged; null where it was. */
  readonly fault: string | null;
  /** Its waits after 429, drawn as SVG; null where there were none. */
  readonly waits: string | null;
}

/** Installs a driver where that is due, and judges it. What goes wrong with that is told as a fault. */
export async function judge(driver: Driver, seed: string, out: string): Promise<Judged> {
  const notJudged = (fault: string): Judged => ({ driver, versions: '', report: null, fault, waits: null });
  try {
    const installed = driver.toolchain === null ? null : await install(driver.toolchain);
    if (installed !== null && installed.missing !== null) return notJudged(installed.missing);
    const versions = installed === null ? 'of this workspace' : versionsOf(driver, installed);
    return { driver, versions, ...(await run(driver, installed?.folder ?? '', seed, out)) };
  } catch (error) {
    return notJudged(String(error));
  }
}

async function run(
  driver: Driver,
  installed: string,
  seed: string,
  out: string,
): Promise<Pick<Judged, 'report' | 'fault' | 'waits'>> {
  const cwd = path.join(out, driver.name);
  mkdirSync(cwd, { recursive: true });
  const outputs = ['--json', 'report.json', '--html', 'report.html'];
  const { code, stderr } = await runCommand(
    ['client', '--seed', seed, ...outputs, '--', ...driver.start(installed)],
    { cwd },
  );
  return code === 0 || code === 1
    ? { report: await readReport(path.join(cwd, 'report.json')), fault: null, waits: null }
    : { report: null, fault: `exit ${String(code)}: ${stderr.trim()}`, waits: null };
}
