/** Writes the results of a run to a terminal or a log. */
import { styleText } from 'node:util';
import type { Verdict } from '@outreach-api/engine';
import type { WordedResult } from '../words/result-words.ts';
import type { Run } from '../run.ts';
import { breachReport } from './breach-report.ts';
import { breachText, oneLine } from '@outreach-api/report/breach-text';
import { countsLine, countsOf } from '@outreach-api/report/counts';
import { leftOnTarget } from '@outreach-api/report/left-on-target';
import { judgedInWords } from '@outreach-api/report/judged-in-words';
import { widthOf, wrapped } from '@outreach-api/report/wrapped';
import { counted } from '@outreach-api/report/plural';
import { statementPage } from '@outreach-api/report/statement-page';

/** Where a summary is written to, e.g. `process.stdout`. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
}

type Style = Parameters<typeof styleText>[0];

/** How many created or deleted records of each kind are shown. */
const mostLeftShown = 3;
/** How many full breaches fit on a screen; if there are more, their sentences are repeated below them. */
const mostOnScreen = 3;
const indentOfReasons = 22;

const styles: Readonly<Record<Verdict, Style>> = {
  pass: 'green',
  fail: ['red', 'bold'],
  inconclusive: 'yellow',
  skipped: 'dim',
};

/** Writes the results of a run, for people: a line per rule as it is decided, and the essentials at the end. */
export class Summary {
  readonly #output: Output;
  readonly #color: boolean;
  readonly #width: number;

  constructor(output: Output, environment: Readonly<Record<string, string | undefined>>) {
    this.#output = output;
    this.#width = widthOf(output.columns);
    this.#color =
      output.isTTY === true && environment['NO_COLOR'] === undefined && environment['TERM'] !== 'dumb';
  }

  /** A rule that was decided: its sentence, or why it is undecided. */
  decided({ rule, verdict, reason }: WordedResult, mask: (text: string) => string): void {
    const word = this.#styled(styles[verdict], verdict.padEnd(12));
    const sentence = verdict === 'pass' || verdict === 'fail' ? rule.says : (reason ?? '');
    this.#line(`${word} ${rule.id.padEnd(8)} ${wrapped(mask(sentence), this.#width, indentOfReasons)}`);
  }

  /** A breach that has just been found, during the run. */
  found({ rule, reason, breach }: WordedResult): void {
    const words =
      breach === null
        ? ''
        : `\n  expected ${oneLine(breach.expected, 400)}\n  actual   ${oneLine(breach.actual, 400)}`;
    this.#line(
      `${this.#styled(styles.fail, 'BREACH')} ${rule.id}  ${rule.says}${this.#coloured(words)}\n  ${reason ?? ''}`,
    );
  }

  /**
   * What the run has left behind, breaches in full, and the counts: what matters most comes last, where it is seen.
   *
   * @param json - the file of the JSON report; not set if none is written
   * @param docsUrl - the address of the site that explains the statements; not set if it is not known
   */
  end(
    run: Run,
    invocation: string,
    { json, docsUrl }: { readonly json?: string; readonly docsUrl?: string } = {},
  ): void {
    this.#left(run, json);
    this.#observed(run, json);
    const breaches = run.results.flatMap((result) => {
      const breach = breachReport(result, run, invocation);
      const { rule } = result;
      return breach === null ? [] : [{ rule: { ...rule, ...statementPage(docsUrl, rule.id) }, breach }];
    });
    for (const { rule, breach } of breaches)
      this.#line(
        `\n${this.#styled(styles.fail, 'BREACH')} ${this.#coloured(breachText(rule, breach, this.#width))}`,
      );
    if (breaches.length > mostOnScreen) {
      this.#line(`\n${this.#styled(styles.fail, `${breaches.length} statements are broken:`)}`);
      for (const { rule } of breaches)
        this.#line(`  ${rule.id.padEnd(8)} ${wrapped(rule.says, this.#width, 11)}`);
    }
    if (run.cutShort !== null)
      this.#line(
        `\n${this.#styled(styles.fail, 'CUT SHORT')} ${oneLine(run.secrets.mask(run.cutShort.text), 400)}`,
      );
    const waited = run.waits === 0 ? '' : `, waited ${run.waits} times for the rate limit`;
    const isRecording = run.recording !== undefined;
    const how = isRecording ? 'as recorded' : `seed ${run.seed}`;
    this.#line(
      `\n${run.client ?? run.target.baseUrl}, ${how}: ${counted(run.requests, 'request')} in ${run.seconds.toFixed(1)} s${waited}`,
    );
    for (const { why, times } of run.recording?.leftOut ?? []) this.#line(`  ${times} ${why}`);
    this.#line(
      judgedInWords(run.results, {
        isCut: run.cutShort !== null,
        isRecording,
        isClient: run.client !== undefined,
      }),
    );
    this.#line(this.#styled('bold', countsLine(countsOf(run.results))));
  }

  /** What was done and cannot be undone, each kind with the first few. */
  #left({ ledger, secrets }: Run, json: string | undefined): void {
    const { left, calls } = leftOnTarget(ledger);
    if (left.size > 0) this.#line('\nLeft on the target:');
    for (const [action, entries] of left) {
      this.#line(`  ${action} (${entries.length})`);
      for (const { what } of entries.slice(0, mostLeftShown))
        this.#line(`    ${oneLine(secrets.mask(what), 140)}`);
      const more = entries.length - mostLeftShown;
      if (more > 0) this.#line(`    … and ${more} more, ${whereListed(json, 'lists them all')}`);
    }
    if (calls.length > 0)
      this.#line(`\nWebhook calls asked for: ${calls.length}, ${whereListed(json, 'lists them')}`);
  }

  #observed({ observations }: Run, json: string | undefined): void {
    const { length } = observations;
    if (length === 0) return;
    const text = `${length} observations of what the description leaves open: ${whereListed(json, 'lists them')}`;
    this.#line(`\n${this.#styled('dim', text)}`);
  }

  /** A breach with its two sides in their colours. */
  #coloured(text: string): string {
    const side = /^ {2}(expected|actual) .*(?:\n {12}.*)*/gm;
    return text.replaceAll(side, (lines, name) => this.#styled(name === 'actual' ? 'red' : 'green', lines));
  }

  #line(text: string): void {
    this.#output.write(`${text}\n`);
  }

  #styled(style: Style, text: string): string {
    return this.#color ? styleText(style, text, { validateStream: false }) : text;
  }
}

/** Where a list is that was left out: in the file, or how to have one written. */
function whereListed(json: string | undefined, verb: string): string {
  return json === undefined ? `--json FILE ${verb}` : `in ${json}`;
}
