/** `outreach-conformance client`: judges a client by a driver. */
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { clientRules } from '../clients/rules/client-rules.ts';
import { calibrate } from '../clients/run/calibration.ts';
import { readClientFile, type ClientFile } from '../clients/driver/client-file.ts';
import { DriverProcess } from '../clients/driver/driver-process.ts';
import { loopback } from '../clients/service/loopback.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { judgeClient } from '../judge-client.ts';
import { Secrets } from '../output/secrets.ts';
import { prepareOutputs } from '../report/outputs.ts';
import { ConfigurationError } from '../target/configuration-error.ts';
import { demandOptions } from './demand-options.ts';
import { outputOptions } from './output-options.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import { RunDisplay } from './run-display.ts';
import { deviationsOf, quoted, tellRun, type TellingOptions, type ToldRun } from './tell-run.ts';
import { tellingWhyNot } from './telling-why-not.ts';

interface ClientOptions extends TellingOptions {
  readonly quiet?: true;
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly seed?: number;
  readonly path?: string;
  readonly config?: string;
  readonly concurrency?: number;
  readonly timeout?: number;
}

/** A run that is foretold to send so many requests. */
const foretold = 300;
const usualConcurrency = 6;
const usualSeconds = 40;

/**
 * `outreach-conformance client`: judges a client by a driver.
 *
 * @param finished - told the exit code
 */
export function clientCommand(finished: (code: number) => void): Command {
  const selecting = excludeOption(ruleOption(new Command('client')));
  return demandOptions(outputOptions(selecting))
    .description(
      'Judge a client of any language, by a driver: a small program that makes the calls it is asked for.',
    )
    .argument('[command...]', 'the command of the driver, after --')
    .option(
      '--config <file>',
      'client file (JSON): the command, its environment, what is declared in its place',
    )
    .option('--seed <n>', 'seed of the data; without it one is chosen and printed', wholeNumber)
    .option('--path <scenario:path>', 'replay one counterexample, as a report gives it')
    .option('--concurrency <n>', 'so many drivers are at work at the same time (6)', wholeNumber)
    .option('--timeout <seconds>', 'how long a call of the driver may take at most (40)', wholeNumber)
    .option('--deployment <text>', 'which version of the client this is, e.g. a commit; shown in the report')
    .option(
      '--known-deviations <file>',
      'breaches that are accepted for a while, and rules that cannot be decided (JSON)',
    )
    .option('--quiet', 'only breaches and the counts')
    .action(async (command: readonly string[], options: ClientOptions) => {
      finished(await runClient(command, options));
    });
}

async function runClient(given: readonly string[], options: ClientOptions): Promise<number> {
  const secrets = new Secrets();
  const seed = options.seed ?? randomInt(1_000_000);
  let client = given.map(quoted).join(' ');
  const undertaken = { seed, shard: null, secrets, baseUrl: () => client };
  const told = await tellingWhyNot(options, undertaken, async () => {
    const file = options.config === undefined ? {} : await readClientFile(options.config);
    const command = given.length === 0 ? (file.command ?? []) : given;
    if (command.length === 0)
      throw new ConfigurationError('no driver is named: give its command after --, or in a client file');
    client = command.map(quoted).join(' ');
    return judged({ ...file, command }, client, { ...options, seed }, secrets);
  });
  return tellRun(told, options);
}

async function judged(
  { command, env = {}, backoff, ...file }: ClientFile & Required<Pick<ClientFile, 'command'>>,
  client: string,
  options: ClientOptions & { readonly seed: number },
  secrets: Secrets,
): Promise<ToldRun> {
  const rules = selectRules(clientRules, options.rule, '--rule', options.exclude);
  const knownDeviations = await deviationsOf(options);
  await prepareOutputs(options);
  const display = new RunDisplay(options, foretold, secrets);
  const { onProgress = () => undefined, onResult, onNotice } = display.hooks('', null);
  const calibration = await calibrate();
  const driver = new DriverProcess(command, env, (text) => secrets.mask(text));
  const ended = endOnSignals(() => {
    driver.close();
  });
  try {
    const run = await judgeClient(driver, {
      rules,
      seed: options.seed,
      path: options.path ?? null,
      backoff,
      command: client,
      place: loopback,
      calibration,
      concurrency: options.concurrency ?? file.concurrency ?? usualConcurrency,
      mostMs: 1000 * (options.timeout ?? file.timeoutSeconds ?? usualSeconds),
      secrets,
      onProgress,
      ...(onResult === undefined ? {} : { onResult }),
      ...(onNotice === undefined ? {} : { onReady: onNotice }),
    });
    return { run, summary: display.summary, knownDeviations, invocation: invocationOf(options) };
  } finally {
    ended();
    driver.close();
    display.end();
    calibration.close();
  }
}

function invocationOf({ config }: ClientOptions): string {
  const command = 'npx outreach-conformance client';
  return config === undefined ? command : `${command} --config ${quoted(config)}`;
}

/** A signal ends the process, and what it has started. @returns what takes that back */
function endOnSignals(end: () => void): () => void {
  const stop = (): void => {
    end();
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(value);
}
