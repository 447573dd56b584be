/** Judges a client by its driver, and reports the results. */
import { randomInt } from 'node:crypto';
import { clientRules } from '../clients/rules/client-rules.ts';
import { readClientFile, type ClientFile } from '../clients/driver/client-file.ts';
import { DriverProcess } from '../clients/driver/driver-process.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { judgeClient } from '../judge-client.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { Unwritten } from '../output/unwritten.ts';
import { prepareOutputs } from '../report/outputs.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { RunDisplay } from './run-display.ts';
import { baselineOf, quoted, reportRun, type ReportOptions, type WordedRun } from './report-run.ts';
import { reportingFailure } from './reporting-failure.ts';
import { withHistory } from './with-history.ts';
import { suiteCommand } from '../installation/suite-command.ts';

/** What the options of `client` say. */
export interface ClientOptions extends ReportOptions {
  readonly quiet?: true;
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly seed?: number;
  readonly path?: string;
  readonly config?: string;
  readonly history?: string;
  readonly concurrency?: number;
  readonly timeout?: number;
}

/** The predicted number of requests of a run. */
const estimated = 300;

/**
 * Judges a client by its driver, reports the results, and resolves to the exit code.
 *
 * @param given - the command of the driver; empty if a client file names it
 */
export async function runClient(given: readonly string[], options: ClientOptions): Promise<number> {
  const secrets = new Secrets();
  const unwritten = new Unwritten();
  const seed = options.seed ?? randomInt(1_000_000);
  let client = given.map(quoted).join(' ');
  const undertaken = { seed, secrets, unwritten, baseUrl: () => client };
  const result = await reportingFailure(options, undertaken, async () => {
    const file = options.config === undefined ? {} : await readClientFile(options.config);
    const command = given.length === 0 ? (file.command ?? []) : given;
    if (command.length === 0)
      throw new ConfigurationError('no driver is named: give its command after --, or in a client file');
    client = command.map(quoted).join(' ');
    return judged({ ...file, command }, client, { ...options, seed }, secrets, unwritten);
  });
  return reportRun(result, options, unwritten);
}

async function judged(
  { command, env = {}, backoff, ...file }: ClientFile & Required<Pick<ClientFile, 'command'>>,
  client: string,
  options: ClientOptions & { readonly seed: number },
  secrets: Secrets,
  unwritten: Unwritten,
): Promise<WordedRun> {
  const rules = selectRules(clientRules, options.rule, '--rule', options.exclude);
  const baseline = await baselineOf(options);
  await prepareOutputs(options, unwritten, [options.history]);
  const display = new RunDisplay(options, estimated, secrets);
  const { onProgress = () => undefined, onResult, onNotice } = display.hooks('', null);
  const driver = new DriverProcess(command, {
    env,
    mask: (text) => secrets.mask(text),
    ...(onNotice === undefined ? {} : { onNotice }),
  });
  const ended = endOnSignals(() => {
    driver.close();
  });
  try {
    const concurrency = options.concurrency ?? file.concurrency;
    const seconds = options.timeout ?? file.timeoutSeconds;
    const run = await withHistory(options.history, unwritten, async (history) =>
      judgeClient(driver, {
        rules,
        seed: options.seed,
        path: options.path ?? null,
        backoff,
        command: client,
        secrets,
        history,
        onProgress,
        ...(concurrency === undefined ? {} : { concurrency }),
        ...(seconds === undefined ? {} : { mostMs: 1000 * seconds }),
        ...(onResult === undefined ? {} : { onResult }),
        ...(onNotice === undefined ? {} : { onReady: onNotice }),
      }),
    );
    return { run, summary: display.summary, ...baseline, invocation: invocationOf(options) };
  } finally {
    ended();
    driver.close();
    display.end();
  }
}

function invocationOf({ config }: ClientOptions): string {
  const command = `${suiteCommand} client`;
  return config === undefined ? command : `${command} --config ${quoted(config)}`;
}

/** A signal ends the process, and what it has started. @returns a function that cancels that */
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
