/** `outreach-conformance observe`: stands between any program and a server, and judges the traffic. */
import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '@outreach-api/engine';
import type { WordedResult } from '../words/result-words.ts';
import { RecordingJudge } from '../judge-recording.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { Unwritten } from '../output/unwritten.ts';
import { JudgingQueue } from '../recordings/proxy/judging-queue.ts';
import type { ObservedExchange } from '../recordings/proxy/observed-exchange.ts';
import { ObservingProxy } from '../recordings/proxy/observing-proxy.ts';
import { prepareOutputs } from '../report/outputs.ts';
import { Summary } from '../report/summary.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { positiveInteger } from './demand-options.ts';
import { recordedRulesOf } from './recorded-rules.ts';
import { excludeOption, ruleOption } from './rule-options.ts';
import { stopOnSignals } from './stop-on-signals.ts';
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

/** Of exchanges, for what several show together. */
const mostKept = 2000;
/** How often to judge what several show together, for at most a twentieth of the time. */
const reviewEveryMs = 1000;
const shareOfReviews = 20;

interface ObserveOptions extends ReportOptions {
  readonly upstream: string;
  readonly listen: Listen;
  readonly limitEvery?: number;
  readonly rule: readonly string[];
  readonly exclude: readonly string[];
  readonly quiet?: true;
}

interface Listen {
  readonly host: string;
  readonly port: number;
  /** As it was given. */
  readonly text: string;
}

/**
 * `outreach-conformance observe`: stands between any program and a server, and judges the traffic.
 *
 * @param finished - is passed the exit code
 */
export function observeCommand(finished: (code: number) => void): Command {
  return quietOption(reportOptions(excludeOption(ruleOption(new Command('observe')))))
    .description('Stand between any program and a server, and judge both by their traffic, until Ctrl-C.')
    .requiredOption('--upstream <url>', 'base address of the server')
    .requiredOption(
      '--listen <port>',
      'port on loopback, or host:port, on which to listen in place of that server',
      listenOf,
    )
    .option(
      '--limit-every <n>',
      'answer each nth request with 429 instead of the server, alternately with and without Retry-After',
      positiveInteger,
    )
    .action(async (options: ObserveOptions) => {
      finished(await runObserve(options));
    });
}

async function runObserve(options: ObserveOptions): Promise<number> {
  const secrets = new Secrets();
  const unwritten = new Unwritten();
  const baseUrl = options.upstream.replace(/\/+$/, '');
  const undertaken = { seed: 0, secrets, unwritten, baseUrl: () => baseUrl };
  const result = await reportingFailure(options, undertaken, async () => {
    const upstream = upstreamOf(options.upstream);
    const selected = recordedRulesOf(options);
    const baseline = await baselineOf(options);
    await prepareOutputs(options, unwritten);
    const since = systemClock.now();
    const judge = new RecordingJudge({
      baseUrl,
      from: 'what went by',
      ...selected,
      secrets,
      since,
      mostKept,
    });
    return observed(judge, upstream, baseline, options);
  });
  return reportRun(result, options, unwritten);
}

async function observed(
  judge: RecordingJudge,
  upstream: URL,
  baseline: Baseline,
  { listen, limitEvery, quiet, upstream: named }: ObserveOptions,
): Promise<WordedRun> {
  const clock = systemClock;
  const summary = new Summary(process.stdout, process.env);
  const queue = new JudgingQueue({
    clock,
    judge: (exchange) => {
      for (const result of judged(judge, exchange)) summary.found(result);
    },
    drop: () => {
      judge.leaveOut('requests came faster than they could be judged');
    },
  });
  const proxy = new ObservingProxy({
    upstream,
    limitEvery: limitEvery ?? null,
    clock,
    onExchange: (exchange) => {
      queue.add(exchange);
    },
    onRefused: (why) => {
      judge.leaveOut(`requests were not forwarded: ${why}`);
    },
  });
  const endReviews = reviewing(judge, summary);
  // Before anybody can know that it listens: from then on Ctrl-C ends with the report.
  const stop = stopOnSignals(process.stderr, 'the report follows');
  const url = await proxy.listen(listen.host, listen.port);
  const [startedAt, began] = [clock.date(), clock.now()];
  process.stderr.write(
    `outreach-conformance: ${url} forwards to ${judge.baseUrl}; Ctrl-C ends it and prints the report\n`,
  );
  await aborted(stop);
  endReviews();
  await proxy.close();
  await queue.settled();
  const run = judge.run({ startedAt, seconds: (clock.now() - began) / 1000 });
  if (quiet !== true)
    for (const result of run.results) summary.decided(result, (text) => run.secrets.mask(text));
  const invocation = `${suiteCommand} observe --upstream ${quoted(named)} --listen ${quoted(listen.text)}`;
  return { run, summary, ...baseline, invocation };
}

/** Judges what several exchanges show together from time to time; the answer ends that. */
function reviewing(judge: RecordingJudge, summary: Summary): () => void {
  const clock = systemClock;
  let nextReviewAt = 0;
  return clock.every(reviewEveryMs, () => {
    const now = clock.now();
    if (now < nextReviewAt) return;
    for (const result of judge.review()) summary.found(result);
    nextReviewAt = now + (clock.now() - now) * shareOfReviews;
  });
}

function judged(judge: RecordingJudge, exchange: ObservedExchange): readonly WordedResult[] {
  const passing = exchange.passing();
  if (passing !== null) return judge.add(passing);
  judge.leaveOut('requests were not sent completely');
  return [];
}

async function aborted(stop: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    if (stop.aborted) resolve(undefined);
    stop.addEventListener('abort', resolve, { once: true });
  });
}

/** @throws ConfigurationError if it is not the address of a server */
function upstreamOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '')
    throw new ConfigurationError(
      `--upstream must be the base address of a server, such as https://staging.example.com`,
    );
  return url;
}

function listenOf(text: string): Listen {
  const [, host = '127.0.0.1', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw new InvalidArgumentError('It must be a port, or host:port; 0 takes a free one.');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), text };
}
