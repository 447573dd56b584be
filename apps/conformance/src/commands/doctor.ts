/** `outreach-conformance doctor`: checks which parts of the target file work, and what a run could decide. */
import { Command } from 'commander';
import { decidable } from '../doctor/decidable.ts';
import { decidableText, findingsText } from '../doctor/doctor-text.ts';
import { examineTarget } from '../doctor/examine-target.ts';
import type { Examination } from '../doctor/finding.ts';
import { rules } from '../catalogue/rules.ts';
import type { Network } from '@outreach-api/wire/network';
import { Secrets } from '@outreach-api/masking/secrets';
import { Session } from '../session/session.ts';
import type { Target } from '../target/target.ts';
import { expectedRequests, lengthText } from './run-length.ts';
import { waitOption } from './safety-options.ts';
import { targetOf, type TargetOptions } from './target-of.ts';

interface DoctorOptions extends TargetOptions {
  readonly waitForTarget?: number;
}

/**
 * `outreach-conformance doctor`: checks which parts of the target file work, and what a run could decide.
 *
 * @param finished - is passed the exit code: 0 everything given works, 2 something does not
 * @param network - how requests reach the target; over sockets if not set
 */
export function doctorCommand(finished: (code: number) => void, network?: Network): Command {
  return new Command('doctor')
    .description('Check which parts of the target file work and what a run could decide; nothing is changed.')
    .option(
      '--config <file>',
      'target file (JSON); without it, OUTREACH_BASE_URL and OUTREACH_TOKEN are used',
    )
    .option('--url <url>', 'base address, instead of the one in the target file')
    .option(...waitOption)
    .action(async (options: DoctorOptions) => {
      finished(await runDoctor(options, network));
    });
}

async function runDoctor(options: DoctorOptions, network: Network | undefined): Promise<number> {
  const target = await targetOf(options, 'a check');
  const secrets = new Secrets();
  const { findings, usable, revealed, length } = await examined(
    target,
    secrets,
    network,
    options.waitForTarget ?? 0,
  );
  const fails = findings.some(({ state }) => state === 'FAILS');
  const text = [
    target.baseUrl,
    '',
    findingsText(findings),
    '',
    revealed === null
      ? 'Nothing else was tried.'
      : `${length}${decidableText(decidable(rules, usable, revealed))}`,
  ].join('\n');
  process.stdout.write(`${secrets.mask(text)}\n`);
  return fails ? 2 : 0;
}

/** About how long a run takes with the answers as fast as they came; empty if none came. */
function lengthLine(target: Target, latenciesMs: readonly number[], wasLimited: boolean): string {
  const median = latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length / 2)];
  if (median === undefined) return '';
  const requests = expectedRequests(target, { rules, observe: true, runs: null, path: null });
  const longer = wasLimited ? ', and longer, since the target answered 429' : '';
  return `A run sends about ${requests} requests: ${lengthText(requests, median, target.requests)}${longer}.\n`;
}

async function examined(
  target: Target,
  secrets: Secrets,
  network: Network | undefined,
  waitSeconds: number,
): Promise<Examination & { readonly length: string }> {
  const stop = new AbortController();
  const session = Session.open(target, stop.signal, secrets, network);
  const latenciesMs: number[] = [];
  session.record({ add: (_sent, _startedAt, ms) => latenciesMs.push(ms) });
  try {
    const examination = await examineTarget(session, waitSeconds);
    const wasLimited = session.state.transport.waits > 0;
    return { ...examination, length: lengthLine(examination.usable, latenciesMs, wasLimited) };
  } finally {
    await session.close();
  }
}
