/** `outreach-conformance judge`: judges again what a run has seen. */
import { Command } from 'commander';
import { linesOf } from '../history/history-file.ts';
import { readHistory, type WrittenHistory } from '../history/read-history.ts';
import { judgeHistory } from '../judge-history.ts';
import { prepareOutputs } from '../report/outputs.ts';
import { Summary } from '../report/summary.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { Secrets } from '../output/secrets.ts';
import { suiteVersion } from '../http/suite-version.ts';
import { demandOptions } from './demand-options.ts';
import { outputOptions } from './output-options.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import { deviationsOf, quoted, tellRun, type TellingOptions, type ToldRun } from './tell-run.ts';
import { tellingWhyNot } from './telling-why-not.ts';

interface JudgeOptions extends TellingOptions {
  readonly history: string;
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly quiet?: true;
}

/**
 * `outreach-conformance judge`: judges again what a run has seen.
 *
 * @param finished - told the exit code
 */
export function judgeCommand(finished: (code: number) => void): Command {
  return demandOptions(outputOptions(excludeOption(ruleOption(new Command('judge')))))
    .description('Judge again what a run has seen, by its history; nothing is sent.')
    .requiredOption('--history <file>', 'the history of a run, as `server --history FILE` wrote it')
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
    const history = await readHistory(options.history, linesOf(options.history));
    ({ baseUrl } = history.header.target);
    return judged(history, options, secrets);
  });
  return tellRun(told, options);
}

async function judged(history: WrittenHistory, options: JudgeOptions, secrets: Secrets): Promise<ToldRun> {
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
