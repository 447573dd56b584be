/** `outreach-conformance server`: judges a server. */
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { judgeTarget } from '../judge-target.ts';
import type { Run } from '../run.ts';
import { prepareOutputs } from '../report/outputs.ts';
import type { Summary } from '../report/summary.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import type { Network } from '@outreach-api/wire/network';
import type { LedgerEntry } from '@outreach-api/model/records/ledger-entry';
import { Secrets } from '@outreach-api/masking/secrets';
import { Unwritten } from '../output/unwritten.ts';
import type { Target } from '../target/target.ts';
import { planText, type Planned } from './plan.ts';
import { restoreCommandOf } from './restore-command-of.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import { RunDisplay } from './run-display.ts';
import { expectedRequests } from './run-length.ts';
import { safetyOptions, type SafetyOptions } from './safety-options.ts';
import { screenOptions, type ScreenOptions } from './screen-options.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { targetOf, type TargetOptions } from './target-of.ts';
import { reportOptions } from './report-options.ts';
import { reportingFailure } from './reporting-failure.ts';
import { warningOfOwnUnfinished, warnOfUnfinished } from './warn-of-unfinished.ts';
import { baselineOf, quoted, reportRun, type Baseline, type ReportOptions } from './report-run.ts';
import { withArchive } from './with-archive.ts';
import { withHistory } from './with-history.ts';
import { suiteCommand } from '../installation/suite-command.ts';

interface ServerOptions extends TargetOptions, ReportOptions, SafetyOptions, ScreenOptions {
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly seed?: number;
  readonly runs?: number;
  readonly path?: string;
  readonly har?: string;
  readonly history?: string;
}

/**
 * `outreach-conformance server`: judges a server.
 *
 * @param finished - is passed the exit code
 * @param network - how requests reach the target; over sockets if not set
 */
export function serverCommand(finished: (code: number) => void, network?: Network): Command {
  const selecting = excludeOption(ruleOption(new Command('server')));
  return reportOptions(screenOptions(safetyOptions(selecting)))
    .description('Judge a server against the numbered statements.')
    .option(
      '--config <file>',
      'target file (JSON); without it, OUTREACH_BASE_URL and OUTREACH_TOKEN are used',
    )
    .option('--url <url>', 'base address, instead of the one in the target file')
    .option('--seed <n>', 'seed of all inputs; without it one is chosen and printed', wholeNumber)
    .option('--runs <n>', 'inputs that each experiment explores after the boundary values', wholeNumber)
    .option('--path <experiment:path>', 'replay one counterexample, as a report gives it', counterexample)
    .option(
      '--write-known-deviations <file>',
      'write what is not listed yet to a file of known deviations, or add it to one',
    )
    .option('--har <file>', 'write what was sent and received (HAR), credentials masked')
    .option(
      '--history <file>',
      'write everything sent, received and observed, to judge it again (`judge`), credentials masked',
    )
    .action(async (options: ServerOptions) => {
      finished(await runServer(options, network));
    });
}

async function runServer(options: ServerOptions, network: Network | undefined): Promise<number> {
  const secrets = new Secrets();
  const unwritten = new Unwritten();
  const seed = options.seed ?? randomInt(1_000_000);
  let baseUrl = options.url ?? '';
  let ledger: readonly LedgerEntry[] = [];
  const context = { restoreCommand: restoreCommandOf(options) };
  const undertaken = { seed, secrets, unwritten, baseUrl: () => baseUrl, ledger: () => ledger, ...context };
  const onLedger = (entries: readonly LedgerEntry[]): void => {
    ledger = entries;
  };
  const done = await reportingFailure(
    options.plan === true ? { github: false } : options,
    undertaken,
    async () => {
      const target = await targetOf(options, options.plan === true ? 'a plan' : 'a run');
      baseUrl = target.baseUrl;
      return judge(target, options, { seed, secrets, unwritten, network, onLedger });
    },
  );
  if (done === null) return 0;
  return reportRun({ ...done, invocation: invocationOf(options) }, options, unwritten, context);
}

/** The result of a run, and what its report needs. */
interface Judged extends Baseline {
  readonly run: Run;
  readonly summary: Summary;
}

/** What a run is given besides its options. */
interface Means {
  readonly seed: number;
  readonly secrets: Secrets;
  readonly unwritten: Unwritten;
  readonly network: Network | undefined;
  readonly onLedger: (entries: readonly LedgerEntry[]) => void;
}

/** Judges the target; null if only its plan was requested. */
async function judge(
  target: Target,
  options: ServerOptions,
  { seed, secrets, unwritten, network, onLedger }: Means,
): Promise<Judged | null> {
  const planned: Planned = {
    rules: selectRules(rules, options.rule, '--rule', options.exclude),
    observe: options.rule.length === 0 && options.path === undefined,
    runs: options.runs ?? null,
    path: options.path ?? null,
    maxRequests: options.maxRequests ?? null,
  };
  const plan = planText(target, planned);
  if (options.plan === true) {
    process.stdout.write(`${plan}\n`);
    return null;
  }
  const restoreCommand = restoreCommandOf(options);
  await warnOfUnfinished(options.ledger, target, restoreCommand);
  const baseline = await baselineOf(options);
  await prepareOutputs(options, unwritten, [options.har, options.history, options.writeKnownDeviations]);
  const display = new RunDisplay(options, expectedRequests(target, planned), secrets);
  const stop = stopOnSignals(display.err);
  const run = await withArchive(options.har, secrets, unwritten, async (recorder) =>
    withHistory(options.history, unwritten, async (history) =>
      judgeTarget(target, {
        ...planned,
        seed,
        ledger: options.ledger,
        maxMinutes: options.maxMinutes ?? null,
        stop,
        secrets,
        unwritten,
        ...(network === undefined ? {} : { network }),
        onLedger,
        history,
        ...(options.waitForTarget === undefined ? {} : { waitSeconds: options.waitForTarget }),
        ...display.hooks(plan, recorder),
      }),
    ),
  )
    .catch(warningOfOwnUnfinished(options.ledger, target, restoreCommand))
    .finally(() => {
      display.end();
    });
  return { run, summary: display.summary, ...baseline };
}

function invocationOf({ config, url }: ServerOptions): string {
  return [
    `${suiteCommand} server`,
    ...(config === undefined ? [] : [`--config ${quoted(config)}`]),
    ...(url === undefined ? [] : [`--url ${quoted(url)}`]),
  ].join(' ');
}

function counterexample(value: string): string {
  if (!/^[\w-]+:\d+(?::\d+)*$/.test(value))
    throw new InvalidArgumentError(
      'It must be an experiment and numbers, as a report gives them: page-window:3:1',
    );
  return value;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
