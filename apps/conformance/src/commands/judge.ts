/** `outreach-conformance judge`: judges a recording: of an earlier run, or of other clients' requests. */
import { Command } from 'commander';
import type { RuleText } from '../rules/rule-result.ts';
import { linesOf } from '../history/history-file.ts';
import { readHistory, type WrittenHistory } from '../history/read-history.ts';
import { judgeArchive } from '../judge-archive.ts';
import type { ClientHistory } from '../clients/history/client-history-line.ts';
import { isOfClient, readClientHistory } from '../clients/history/read-client-history.ts';
import { clientRules } from '../clients/rules/client-rules.ts';
import type { WordedResult } from '../words/result-words.ts';
import { judgeClientHistory } from '../judge-client-history.ts';
import { judgeHistory } from '../judge-history.ts';
import { baseAddressOf } from '../recordings/har/base-address.ts';
import { readArchive } from '../recordings/har/archive.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { prepareOutputs } from '../report/outputs.ts';
import { Summary } from '../report/summary.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { Unwritten } from '../output/unwritten.ts';
import { suiteVersion } from '../installation/suite-version.ts';
import { recordedRulesOf } from './recorded-rules.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import {
  baselineOf,
  quoted,
  reportRun,
  type Baseline,
  type ReportOptions,
  type WordedRun,
} from './report-run.ts';
import { quietOption, reportOptions } from './report-options.ts';
import { reportingFailure } from './reporting-failure.ts';
import { suiteCommand } from '../installation/suite-command.ts';

interface JudgeOptions extends ReportOptions {
  readonly history?: string;
  readonly har?: string;
  readonly url?: string;
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly quiet?: true;
}

/**
 * `outreach-conformance judge`: judges a recording: of an earlier run, or of other clients' requests.
 *
 * @param finished - is passed the exit code
 */
export function judgeCommand(finished: (code: number) => void): Command {
  return quietOption(reportOptions(excludeOption(ruleOption(new Command('judge')))))
    .description('Judge a recording of an earlier run or of any HTTP traffic; nothing is sent.')
    .option('--history <file>', 'the history of a run, as `server` or `client --history FILE` wrote it')
    .option('--har <file>', 'an HTTP archive of a browser, a proxy or `server --har FILE`')
    .option('--url <url>', 'with --har: the base address; without it that of most requests')
    .action(async (options: JudgeOptions) => {
      finished(await runJudge(options));
    });
}

async function runJudge(options: JudgeOptions): Promise<number> {
  const secrets = new Secrets();
  const unwritten = new Unwritten();
  let baseUrl = '';
  const undertaken = { seed: 0, secrets, unwritten, baseUrl: () => baseUrl };
  const result = await reportingFailure(options, undertaken, async () => {
    const [source, file] = sourceOf(options);
    const judge = source === 'history' ? historyOf : archiveOf;
    const read = await judge(file, options, secrets);
    ({ baseUrl } = read);
    await prepareOutputs(options, unwritten);
    return read.judged();
  });
  return reportRun(result, options, unwritten);
}

/** A recording that was read, and is to be judged. */
interface ReadRecording {
  readonly baseUrl: string;
  readonly judged: () => Promise<WordedRun>;
}

function sourceOf({ history, har, url }: JudgeOptions): readonly ['history' | 'har', string] {
  if (history !== undefined && har === undefined) {
    if (url !== undefined) throw new ConfigurationError('--url goes with --har; a history contains its own');
    return ['history', history];
  }
  if (har !== undefined && history === undefined) return ['har', har];
  throw new ConfigurationError('judge needs either --history FILE or --har FILE');
}

async function historyOf(file: string, options: JudgeOptions, secrets: Secrets): Promise<ReadRecording> {
  const lines = linesOf(file);
  const first = await lines.next();
  const all = first.done === true ? [] : joined(first.value, lines);
  if (first.done !== true && isOfClient(first.value)) {
    const ofClient = await readClientHistory(file, all);
    const { client } = ofClient.header;
    return { baseUrl: client, judged: async () => judgedClientHistory(ofClient, options, secrets) };
  }
  const history = await readHistory(file, all);
  const { baseUrl } = history.header.target;
  return { baseUrl, judged: async () => judgedHistory(history, options, secrets) };
}

async function* joined(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

async function archiveOf(file: string, options: JudgeOptions, secrets: Secrets): Promise<ReadRecording> {
  const archive = await readArchive(file);
  const baseUrl = baseAddressOf(archive.entries, file, options.url);
  const judged = async (): Promise<WordedRun> => {
    const selected = recordedRulesOf(options);
    const baseline = await baselineOf(options);
    const run = judgeArchive(archive, { baseUrl, ...selected, secrets });
    const summary = new Summary(process.stdout, process.env);
    if (options.quiet !== true)
      for (const result of run.results) summary.decided(result, (text) => secrets.mask(text));
    const url = options.url === undefined ? '' : ` --url ${quoted(options.url)}`;
    return {
      run,
      summary,
      ...baseline,
      invocation: `${suiteCommand} judge --har ${quoted(file)}${url}`,
    };
  };
  return { baseUrl, judged };
}

async function judgedHistory(
  history: WrittenHistory,
  options: JudgeOptions,
  secrets: Secrets,
): Promise<WordedRun> {
  const { suite, rules: ofTheRun, target } = history.header;
  const judging = await prepared(rules, ofTheRun, suite, options, secrets);
  const run = await judgeHistory(history, judging);
  const invocation = `${suiteCommand} server --url ${quoted(target.baseUrl)}`;
  return { ...judging, run, invocation };
}

async function judgedClientHistory(
  history: ClientHistory,
  options: JudgeOptions,
  secrets: Secrets,
): Promise<WordedRun> {
  const { suite, rules: ofTheRun, client } = history.header;
  const judging = await prepared(clientRules, ofTheRun, suite, options, secrets);
  const run = await judgeClientHistory(history, judging);
  return { ...judging, run, invocation: `${suiteCommand} client -- ${client}` };
}

/** How a history is judged, and how that is reported. */
interface Prepared<Named> extends Pick<WordedRun, 'summary'>, Baseline {
  readonly rules: readonly Named[];
  readonly secrets: Secrets;
  readonly onResult: (result: WordedResult) => void;
}

async function prepared<Named extends Pick<RuleText, 'id'>>(
  all: readonly Named[],
  ofTheRun: readonly string[],
  suite: string,
  options: JudgeOptions,
  secrets: Secrets,
): Promise<Prepared<Named>> {
  const selected = selectRules(all, options.rule, '--rule', options.exclude);
  const baseline = await baselineOf(options);
  if (suite !== suiteVersion)
    process.stderr.write(
      `outreach-conformance: the run was made by version ${suite}, this is ${suiteVersion}\n`,
    );
  const summary = new Summary(process.stdout, process.env);
  return {
    rules: selected.filter(({ id }) => options.rule.length > 0 || ofTheRun.includes(id)),
    secrets,
    summary,
    ...baseline,
    onResult: (result) => {
      if (options.quiet !== true) summary.decided(result, (text) => secrets.mask(text));
    },
  };
}
