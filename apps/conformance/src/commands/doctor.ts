/** `outreach-conformance doctor`: tells which parts of the target file work, and what could be decided. */
import { Command } from 'commander';
import { decidable } from '../doctor/decidable.ts';
import { decidableText, findingsText } from '../doctor/doctor-text.ts';
import { examineTarget, reached } from '../doctor/examine-target.ts';
import type { Examined } from '../doctor/finding.ts';
import { rules } from '../catalogue/rules.ts';
import type { Network } from '../http/network.ts';
import { Secrets } from '../output/secrets.ts';
import { Session } from '../session/session.ts';
import type { Target } from '../target/target.ts';
import { targetOf, type TargetOptions } from './target-of.ts';

/**
 * `outreach-conformance doctor`: tells which parts of the target file work, and what could be decided.
 *
 * @param finished - is passed the exit code: 0 everything given works, 2 something does not
 * @param network - how requests reach the target
 */
export function doctorCommand(finished: (code: number) => void, network: Network): Command {
  return new Command('doctor')
    .description('Check which parts of the target file work and what a run could decide; nothing is changed.')
    .option(
      '--config <file>',
      'target file (JSON); without it, OUTREACH_BASE_URL and OUTREACH_TOKEN are used',
    )
    .option('--url <url>', 'base address, instead of the one in the target file')
    .action(async (options: TargetOptions) => {
      finished(await runDoctor(options, network));
    });
}

async function runDoctor(options: TargetOptions, network: Network): Promise<number> {
  const target = await targetOf(options, 'a check');
  const secrets = new Secrets();
  const { findings, usable } = await examined(target, secrets, network);
  const fails = findings.some(({ state }) => state === 'FAILS');
  // If the target cannot be judged at all, nothing can be decided.
  const isReady = findings.some(({ state, what }) => state === 'works' && what === reached);
  const text = [
    target.baseUrl,
    '',
    findingsText(findings),
    '',
    isReady ? decidableText(decidable(rules, usable)) : 'Nothing else was tried.',
  ].join('\n');
  process.stdout.write(`${secrets.mask(text)}\n`);
  return fails ? 2 : 0;
}

async function examined(target: Target, secrets: Secrets, network: Network): Promise<Examined> {
  const stop = new AbortController();
  const session = Session.open(target, stop.signal, secrets, network);
  try {
    return await examineTarget(session);
  } finally {
    await session.close();
  }
}
