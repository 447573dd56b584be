/** `outreach-conformance restore`: restores what a killed run has left on its target. */
import path from 'node:path';
import { Command } from 'commander';
import { systemClock } from '@outreach-api/engine';
import { credentialsOf } from '../session/credentials-of.ts';
import { LoneSender } from '../ledger/lone-sender.ts';
import { hasChangedNothing, readLedgers, type StoredLedger } from '../ledger/read-ledgers.ts';
import { isUnderWay } from '../ledger/run-under-way.ts';
import { restoreLedger, type Restored } from '../ledger/restore-ledger.ts';
import type { Network } from '@outreach-api/wire/network';
import { Secrets } from '@outreach-api/masking/secrets';
import { checkAccess } from '../session/check-access.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { isMet } from '../target/needs.ts';
import { readTargetFile, targetFromEnvironment, withBaseUrl } from '../target/read-target-file.ts';
import type { Target } from '../target/target.ts';
import { ledgerOption } from './safety-options.ts';

/** How long a run that was asked to stop may take to restore the target. */
const longestEndMs = 30_000;

interface RestoreCommandOptions {
  readonly config?: string;
  readonly url?: string;
  readonly ledger: string;
  readonly overwrite?: boolean;
}

/**
 * `outreach-conformance restore`: restores what a killed run has left on its target.
 *
 * @param finished - is passed the exit code: 0 everything restorable was restored, 2 something was not, or there is no
 *   ledger
 * @param network - how requests reach the target; over sockets if not set
 */
export function restoreCommand(finished: (code: number) => void, network?: Network): Command {
  return ledgerOption(new Command('restore'), 'where the runs to restore have recorded what they did')
    .description('Restore what a killed run has left on its target, by its ledger.')
    .option(
      '--config <file>',
      'target file (JSON); without it, OUTREACH_BASE_URL and OUTREACH_TOKEN are used',
    )
    .option('--url <url>', 'base address, instead of the one in the target file')
    .option('--overwrite', 'also restore what somebody else has changed since')
    .action(async (options: RestoreCommandOptions) => {
      finished(await runRestore(options, network));
    });
}

async function runRestore(options: RestoreCommandOptions, network: Network | undefined): Promise<number> {
  const target = await targetOf(options);
  const secrets = new Secrets();
  for (const [secret, placeholder] of credentialsOf(target)) secrets.add(secret, placeholder);
  const say = (text: string): void => {
    process.stdout.write(`${secrets.mask(text)}\n`);
  };
  await endOfRuns(target, options.ledger, say);
  const { ledgers, unreadable } = await readLedgers(options.ledger);
  for (const why of unreadable) say(`NOT RESTORED  ${why}`);
  const { own, foreign } = ledgersOf(target, ledgers, options.ledger);
  for (const { file, head, isFinished } of foreign)
    if (!isFinished) say(`${file} is of another target, ${head.baseUrl}: it is left alone`);
  const open = own.filter(({ isFinished }) => !isFinished);
  if (open.length === 0) say(nothingToRestore(target, own, options.ledger));
  if (open.some((ledger) => !hasChangedNothing(ledger))) await checkAccess(target, network);
  let code = unreadable.length > 0 ? 2 : 0;
  // The latest first: what it found is what the previous run had left.
  for (const ledger of open.toReversed()) {
    if (!(await restoreOne(ledger, target, options, network, say))) code = 2;
  }
  return code;
}

/** Waits a while for runs that are still in progress: one that was asked to stop restores the target itself. */
async function endOfRuns(target: Target, folder: string, say: (text: string) => void): Promise<void> {
  const { ledgers } = await readLedgers(folder);
  const busy = ledgers.filter(
    (ledger) => !ledger.isFinished && ledger.head.baseUrl === target.baseUrl && isUnderWay(ledger),
  );
  for (const { head } of busy)
    say(`run ${head.run} is still in progress (process ${head.pid}): waiting up to 30 s for its end`);
  const deadline = systemClock.deadline(longestEndMs);
  while (busy.some(isUnderWay) && !deadline.isOver) await systemClock.wait(200);
}

/**
 * The ledgers of a target, and those of others.
 *
 * @throws ConfigurationError if there is none of the target: then what was done to it is unknown
 */
function ledgersOf(
  { baseUrl }: Target,
  ledgers: readonly StoredLedger[],
  folder: string,
): { readonly own: readonly StoredLedger[]; readonly foreign: readonly StoredLedger[] } {
  const place = path.resolve(folder);
  const advice = 'give the one of the run as --ledger FOLDER';
  if (ledgers.length === 0)
    throw new ConfigurationError(
      `no ledger is in ${place}, so what a run has changed is not known: ${advice}`,
    );
  const own = ledgers.filter(({ head }) => head.baseUrl === baseUrl);
  if (own.length === 0) {
    const others = [...new Set(ledgers.map(({ head }) => head.baseUrl))].join(', ');
    throw new ConfigurationError(
      `no ledger of ${baseUrl} is in ${place}, only of ${others}: give the target file of the run (--config), or ${advice}`,
    );
  }
  return { own, foreign: ledgers.filter((ledger) => !own.includes(ledger)) };
}

function nothingToRestore({ baseUrl }: Target, own: readonly StoredLedger[], folder: string): string {
  const last = own.at(-1)?.head;
  const runs = own.length === 1 ? '1 run' : `${own.length} runs`;
  return `nothing needs to be restored on ${baseUrl}: ${runs} in ${folder}, finished; the last, ${last?.run}, began ${last?.startedAt}`;
}

async function restoreOne(
  ledger: StoredLedger,
  target: Target,
  { overwrite = false }: RestoreCommandOptions,
  network: Network | undefined,
  say: (text: string) => void,
): Promise<boolean> {
  const { run, startedAt, pid } = ledger.head;
  say(`run ${run} of ${target.baseUrl}, started ${startedAt}:`);
  if (isUnderWay(ledger)) {
    say(`  not restored: it is still in progress (process ${pid})`);
    return false;
  }
  const sender = new LoneSender(target, network);
  sender.hurry();
  try {
    const restored = await restoreLedger(ledger, sender, { mayDelete: isMet('deletes', target), overwrite });
    report(restored, ledger, say);
    return restored.failed.length === 0;
  } finally {
    await sender.close();
  }
}

function report(
  { restored, left, failed }: Restored,
  { file }: StoredLedger,
  say: (text: string) => void,
): void {
  for (const text of restored) say(`  restored      ${text}`);
  for (const text of left) say(`  left          ${text}`);
  for (const text of failed) say(`  NOT RESTORED  ${text}`);
  if (restored.length + left.length + failed.length === 0) say('  nothing was changed');
  if (failed.length > 0) say(`  to leave it so, delete ${file}`);
}

async function targetOf({ config, url }: RestoreCommandOptions): Promise<Target> {
  if (config === undefined) return targetFromEnvironment(url, process.env);
  const target = await readTargetFile(config, process.env);
  return url === undefined ? target : withBaseUrl(target, url);
}
