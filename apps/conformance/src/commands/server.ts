/** `outreach-conformance server`: judges a server. */
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { deviationText } from '../deviations/deviation-text.ts';
import type { KnownDeviation } from '../deviations/known-deviation.ts';
import { readKnownDeviations } from '../deviations/read-known-deviations.ts';
import { judgeTarget } from '../judge-target.ts';
import { exitOf } from '../report/exit-code.ts';
import { jsonReport } from '../report/json-report.ts';
import { prepareOutputs, writeOutputs, type WantedOutputs } from '../report/outputs.ts';
import type { Output } from '../report/summary.ts';
import { rules } from '../rules/rules.ts';
import { selectRules } from '../rules/select-rules.ts';
import { Secrets } from '../session/secrets.ts';
import { exitWhenCut } from './exit-when-cut.ts';
import { outputOptions } from './output-options.ts';
import { foretoldRequests, planText, rounded } from './plan.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import { RunDisplay } from './run-display.ts';
import { safetyOptions, type SafetyOptions } from './safety-options.ts';
import { screenOptions, type ScreenOptions } from './screen-options.ts';
import { ownPart, shardOption, type ShardOptions } from './shard-option.ts';
import { targetOf, type TargetOptions } from './target-of.ts';
import { warnOfUnfinished } from './warn-of-unfinished.ts';
import { withArchive } from './with-archive.ts';

interface ServerOptions extends TargetOptions, WantedOutputs, SafetyOptions, ScreenOptions, ShardOptions {
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly seed?: number;
  readonly runs?: number;
  readonly path?: string;
  readonly har?: string;
  readonly knownDeviations?: string;
  readonly failOn?: 'inconclusive';
}

/**
 * `outreach-conformance server`: judges a server.
 *
 * @param finished - told the exit code
 */
export function serverCommand(finished: (code: number) => void): Command {
  return shardOption(
    screenOptions(safetyOptions(outputOptions(excludeOption(ruleOption(new Command('server')))))),
  )
    .description('Judge a server by the numbered statements.')
    .option('--config <file>', 'target file (JSON); without it OUTREACH_BASE_URL and OUTREACH_TOKEN serve')
    .option('--url <url>', 'base address, instead of the one in the target file')
    .option('--seed <n>', 'seed of all inputs; without it one is chosen and printed', wholeNumber)
    .option('--runs <n>', 'inputs that each experiment wanders over after the boundaries', wholeNumber)
    .option('--path <experiment:path>', 'replay one counterexample, as a report gives it')
    .option('--har <file>', 'write what was sent and what came (HAR), credentials masked')
    .option('--known-deviations <file>', 'breaches that are accepted for a while (JSON)')
    .addOption(new Option('--fail-on <what>', 'exit 3 where rules are undecided').choices(['inconclusive']))
    .action(async (options: ServerOptions) => {
      finished(await runServer(options));
    });
}

async function runServer(options: ServerOptions): Promise<number> {
  const own = ownPart(
    selectRules(rules, options.rule, '--rule', options.exclude),
    await targetOf(options, options.plan === true ? 'a plan' : 'a run'),
    options.shard,
  );
  const { target } = own;
  const planned = {
    rules: own.rules,
    observe: own.observes && options.rule.length === 0 && options.path === undefined,
    runs: options.runs ?? null,
    path: options.path ?? null,
  };
  const plan = planText(target, planned);
  if (options.plan === true) {
    process.stdout.write(`${plan}\n`);
    return 0;
  }
  await warnOfUnfinished(options.ledger, target);
  const knownDeviations = await deviationsOf(options);
  await prepareOutputs(options);
  const secrets = new Secrets();
  const display = new RunDisplay(options, rounded(foretoldRequests(target, planned)), secrets);
  const stop = stopOnSignals(display.err);
  const run = await withArchive(options.har, secrets, async (recorder) =>
    judgeTarget(target, {
      ...planned,
      seed: options.seed ?? randomInt(1_000_000),
      ledger: options.ledger,
      maxMinutes: options.maxMinutes ?? null,
      stop,
      secrets,
      ...display.hooks(plan, recorder),
    }),
  ).finally(() => {
    display.end();
  });
  const invocation = invocationOf(options);
  display.summary.end(run, invocation);
  const report = jsonReport(run, invocation, { knownDeviations, shard: options.shard });
  const aboutDeviations = deviationText(report, options.knownDeviations, new Date());
  if (aboutDeviations !== '') process.stdout.write(`${secrets.mask(aboutDeviations)}\n`);
  await writeOutputs(report, options);
  const { code, why } = exitWhenCut(run.cutShort, exitOf(report, options.failOn === 'inconclusive'));
  if (why !== null) process.stderr.write(`outreach-conformance: ${secrets.mask(why)}\n`);
  return code;
}

async function deviationsOf({ knownDeviations }: ServerOptions): Promise<readonly KnownDeviation[]> {
  return knownDeviations === undefined ? [] : readKnownDeviations(knownDeviations);
}

/** The first signal stops the run and restores the target; a second one ends the process at once. */
function stopOnSignals(output: Output): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
      output.write(
        'outreach-conformance: stopping; what was changed is being restored (again to end at once)\n',
      );
    });
  }
  return stop.signal;
}

function invocationOf({ config, url }: ServerOptions): string {
  return [
    'outreach-conformance server',
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...(url === undefined ? [] : [`--url ${url}`]),
  ].join(' ');
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
