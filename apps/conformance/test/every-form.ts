/** All output of a run, in all its forms: for tests that none of them is harmful. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { deviationText } from '@outreach-api/report/deviation-text';
import { guardOutputs, type Stream } from '@outreach-api/masking/guard-outputs';
import { Unwritten } from '../src/output/unwritten.ts';
import { HistoryWriter } from '../src/history/history-writer.ts';
import { writeHar } from '../src/report/har.ts';
import { classOf } from '@outreach-api/model/records/answer-class';
import { isRecord } from '@outreach-api/model/records/is-record';
import { RunLog } from '../src/session/run-log.ts';
import { jsonReport } from '../src/report/json-report.ts';
import { writeOutputs } from '../src/report/outputs.ts';
import { Summary } from '../src/report/summary.ts';
import { Journal } from '../src/ledger/journal.ts';
import type { Recorder } from '@outreach-api/wire/recorder';
import { maskedResult, maskedRun, type RawRun } from '../src/masked-run.ts';
import { wordedResult } from '../src/words/result-words.ts';

/** Each form exactly as it is written. */
export interface EveryForm {
  readonly json: string;
  readonly html: string;
  readonly junit: string;
  readonly ctrf: string;
  readonly badge: string;
  readonly har: string;
  /** GitHub's annotations, as they are printed. */
  readonly annotations: string;
  /** GitHub's job summary. */
  readonly summary: string;
  /** What is printed to a file or a pipe. */
  readonly log: string;
  /** What is printed to a terminal that has colours. */
  readonly terminal: string;
  /** The ledger on disk. */
  readonly ledger: string;
  /** The history of the run. */
  readonly history: string;
}

/**
 * Makes every form of a run, as the command does.
 *
 * @param run - the unmasked run
 * @param folder - the folder for files; removed afterwards
 * @param notes - written to the ledger
 */
export async function everyForm(
  run: RawRun,
  recorder: Recorder,
  folder: string,
  notes: readonly string[],
): Promise<EveryForm> {
  await mkdir(folder, { recursive: true });
  const file = (name: string): string => path.join(folder, name);
  const masked = maskedRun(run);
  const report = jsonReport(masked, 'outreach-conformance server');
  const annotations = collecting(false);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file('summary.md') };
  const wanted = {
    json: file('a.json'),
    junit: file('a.xml'),
    ctrf: file('a.ctrf.json'),
    html: file('a.html'),
    badge: file('a.svg'),
  };
  await writeOutputs(report, wanted, new Unwritten(), { env, stdout: annotations });
  await writeHar(file('a.har'), recorder, run.secrets);
  const read = async (name: string): Promise<string> => readFile(file(name), 'utf8');
  const forms = {
    json: await read('a.json'),
    html: await read('a.html'),
    junit: await read('a.xml'),
    ctrf: await read('a.ctrf.json'),
    badge: await read('a.svg'),
    har: await read('a.har'),
    summary: await read('summary.md'),
    annotations: annotations.text,
    log: printed(run, false),
    terminal: printed(run, true),
    ledger: await ledgerOf(run, folder, notes),
    history: historyOf(run, notes),
  };
  await rm(folder, { recursive: true });
  return forms;
}

/** What the command prints as rules are decided, and at the end. */
function printed(run: RawRun, isTTY: boolean): string {
  const { secrets } = run;
  const output = collecting(isTTY);
  guardOutputs([output], {});
  const summary = new Summary(output, {});
  for (const result of run.results)
    summary.decided(maskedResult(result, secrets), (text) => secrets.mask(text));
  const masked = maskedRun(run);
  summary.end(masked, 'outreach-conformance server');
  const report = jsonReport(masked, 'outreach-conformance server');
  output.write(`${deviationText(report, undefined)}\n`);
  // In the form in which errors are printed, whatever they quote.
  for (const { breach } of run.results.map(wordedResult)) {
    const error = secrets.maskError(new Error(breach?.actual));
    output.write(`outreach-conformance: ${error instanceof Error ? error.message : ''}\n`);
  }
  return output.text;
}

async function ledgerOf(
  { secrets, results }: RawRun,
  folder: string,
  notes: readonly string[],
): Promise<string> {
  const head = {
    kind: 'run',
    format: 1,
    run: 'r',
    baseUrl: 'https://staging.example.com',
    startedAt: '2026-11-21',
    pid: 1,
    host: 'h',
  } as const;
  const ledger = path.join(folder, 'ledger');
  const journal = await Journal.in(ledger, { head, secrets, unwritten: new Unwritten() });
  const lines = notes.map(async (text) => {
    const n = await journal.before({ kind: 'creating key', name: text });
    await journal.after({ kind: 'created key', n, jti: text });
  });
  await Promise.all(lines);
  for (const { breach } of results)
    if (isRecord(breach?.given)) await journal.after({ kind: 'profile', uuid: 'u', before: breach.given });
  await journal.close();
  const name = (await readdir(ledger)).find((one) => one.endsWith('.jsonl'));
  return name === undefined ? '' : readFile(path.join(ledger, name), 'utf8');
}

/** A history that contains everything in the run, wherever possible. */
function historyOf(run: RawRun, notes: readonly string[]): string {
  const lines: string[] = [];
  const writer = new HistoryWriter((line) => lines.push(line), run.secrets);
  const rules = run.results.map(({ rule }) => rule);
  writer.begin(run.target, rules, run.startedAt, { seed: 1, runs: null, path: null });
  for (const [index, { rule, breach, reason }] of run.results.map(wordedResult).entries()) {
    const log = new RunLog(index);
    for (const exchange of breach?.exchanges ?? []) {
      const { answer, request } = exchange;
      const whole = answer === null ? null : { ...answer, ok: true, json: undefined };
      const key = { accepted: true, status: 200, record: { name: reason }, token: null, answeredAt: null };
      const seen = {
        at: 0,
        operation: null,
        caller: { kind: 'main key', name: exchange.caller },
        path: request.url,
        sent: undefined,
        answer: null,
        came: classOf(null),
        key,
        shows: [],
        writes: null,
      } as const;
      log.add(exchange, seen);
      writer.exchanged(index, exchange, seen, whole);
    }
    const input = { run: log, experiment: 'e', given: breach?.given, input: '', freshFor: null };
    writer.ran(input, {
      kind: 'seen',
      seen: { reason, actual: breach?.actual, given: breach?.given },
      leftOut: notes,
    });
    writer.ran(input, { kind: 'unmet', reason: breach?.expected ?? '' });
    writer.doubted({ rule: rule.id, experiment: 'e', forEvidence: false }, { message: reason ?? '' });
  }
  for (const message of notes) writer.unprepared(['e'], { message });
  writer.end(run);
  return lines.join('');
}

function collecting(isTTY: boolean): Stream & { readonly text: string } {
  let text = '';
  return {
    isTTY,
    write: (chunk) => {
      text += String(chunk);
      return true;
    },
    get text() {
      return text;
    },
  };
}
