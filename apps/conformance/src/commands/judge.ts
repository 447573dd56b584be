/** `outreach-conformance judge`: judges a recording: what a run has seen, or what others did. */
import { Command } from 'commander';
import { linesOf } from '../history/history-file.ts';
import { readHistory, type WrittenHistory } from '../history/read-history.ts';
import { judgeArchive } from '../judge-archive.ts';
import { judgeHistory } from '../judge-history.ts';
import { baseAddressOf } from '../recordings/har/base-address.ts';
import { readArchive } from '../recordings/har/archive.ts';
import { ConfigurationError } from '../target/configuration-error.ts';
import { prepareOutputs } from '../report/outputs.ts';
import { Summary } from '../report/summary.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { Secrets } from '../output/secrets.ts';
import { suiteVersion } from '../http/suite-version.ts';
import { demandOptions } from './demand-options.ts';
import { outputOptions } from './output-options.ts';
import { recordedRulesOf } from './recorded-rules.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import { deviationsOf, quoted, tellRun, type TellingOptions, type ToldRun } from './tell-run.ts';
import { tellingWhyNot } from './telling-why-not.ts';

interface JudgeOptions extends TellingOptions {
  readonly history?: string;
  readonly har?: string;
  readonly url?: string;
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly quiet?: true;
}

/**
 * `outreach-conformance judge`: judges a recording: what a run has seen, or what others did.
 *
 * @param finished - told the exit code
 */
export function judgeCommand(finished: (code: number) => void): Command {
  return demandOptions(outputOptions(excludeOption(ruleOption(new Command('judge')))))
    .description('Judge a recording, of an earlier run or of whatever went over the wire; nothing is sent.')
    .option('--history <file>', 'the history of a run, as `server --history FILE` wrote it')
    .option('--har <file>', 'an HTTP archive of a browser, a proxy or `server --har FILE`')
    .option('--url <url>', 'with --har: the base address; without it that of most requests')
    .option('--deployment <text>', 'which deployment this was, e.g. a commit; shown in the report')
    .option(
      '--known-deviations <file>',
      'breaches that are accepted for a while, and rules that cannot be decided (JSON)',
    )
    .option('--quiet', 'only breaches and the counts')
    .action(async (options: JudgeOptions) => {
      finished(await runJudge(options));
    });
}

async function runJudge(options: JudgeOptions): Promise<number> {
  const secrets = new Secrets();
  let baseUrl = '';
  const undertaken = { seed: 0, shard: null, secrets, baseUrl: () => baseUrl };
  const told = await tellingWhyNot(options, undertaken, async () => {
    const [source, file] = sourceOf(options);
    const judge = source === 'history' ? historyOf : archiveOf;
    const read = await judge(file, options, secrets);
    ({ baseUrl } = read);
    return read.judged();
  });
  return tellRun(told, options);
}

/** A recording that was read, and is to be judged. */
interface ReadRecording {
  readonly baseUrl: string;
  readonly judged: () => Promise<ToldRun>;
}

function sourceOf({ history, har, url }: JudgeOptions): readonly ['history' | 'har', string] {
  if (history !== undefined && har === undefined) {
    if (url !== undefined) throw new ConfigurationError('--url goes with --har; a history tells its own');
    return ['history', history];
  }
  if (har !== undefined && history === undefined) return ['har', har];
  throw new ConfigurationError('judge needs either --history FILE or --har FILE');
}

async function historyOf(file: string, options: JudgeOptions, secrets: Secrets): Promise<ReadRecording> {
  const history = await readHistory(file, linesOf(file));
  const { baseUrl } = history.header.target;
  return { baseUrl, judged: async () => judgedHistory(history, options, secrets) };
}

async function archiveOf(file: string, options: JudgeOptions, secrets: Secrets): Promise<ReadRecording> {
  const archive = await readArchive(file);
  const baseUrl = baseAddressOf(archive.entries, file, options.url);
  const judged = async (): Promise<ToldRun> => {
    const selected = recordedRulesOf(options);
    const knownDeviations = await deviationsOf(options);
    await prepareOutputs(options);
    const run = judgeArchive(archive, { baseUrl, ...selected, secrets });
    const summary = new Summary(process.stdout, process.env);
    if (options.quiet !== true)
      for (const result of run.results) summary.decided(result, (text) => secrets.mask(text));
    const url = options.url === undefined ? '' : ` --url ${quoted(options.url)}`;
    return {
      run,
      summary,
      knownDeviations,
      invocation: `npx outreach-conformance judge --har ${quoted(file)}${url}`,
    };
  };
  return { baseUrl, judged };
}

async function judgedHistory(
  history: WrittenHistory,
  options: JudgeOptions,
  secrets: Secrets,
): Promise<ToldRun> {
  const { suite, rules: ofTheRun, target } = history.header;
  const selected = selectRules(rules, options.rule, '--rule', options.exclude);
  const knownDeviations = await deviationsOf(options);
  await prepareOutputs(options);
  if (suite !== suiteVersion)
    process.stderr.write(
      `outreach-conformance: the run was made by version ${suite}, this is ${suiteVersion}\n`,
    );
  const summary = new Summary(process.stdout, process.env);
  const run = await judgeHistory(history, {
    rules: selected.filter(({ id }) => options.rule.length > 0 || ofTheRun.includes(id)),
    secrets,
    onResult: (result) => {
      if (options.quiet !== true) summary.decided(result, (text) => secrets.mask(text));
    },
  });
  const invocation = `npx outreach-conformance server --url ${quoted(target.baseUrl)}`;
  return { run, summary, knownDeviations, invocation };
}
