/** Writes what a run finds to a terminal or a log. */
import { styleText } from 'node:util';
import type { RuleResult, Verdict } from '../engine/verdict.ts';
import type { Run } from '../judge-target.ts';
import { breachReport, type BreachReport } from './breach-report.ts';
import { breachText, oneLine } from './breach-text.ts';
import { countsLine, countsOf } from './counts.ts';

/** Where a summary is written to, e.g. `process.stdout`. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** Records created, called or deleted are listed in full in the JSON report. */
const mostLeftShown = 3;

const styles: Readonly<Record<Verdict, Style>> = {
  pass: 'green',
  fail: ['red', 'bold'],
  inconclusive: 'yellow',
  skipped: 'dim',
};

/** Writes what a run finds, for people: a line a rule as it is decided, and at the end what is to be known. */
export class Summary {
  readonly #output: Output;
  readonly #color: boolean;

  constructor(output: Output, environment: Readonly<Record<string, string | undefined>>) {
    this.#output = output;
    this.#color =
      output.isTTY === true && environment['NO_COLOR'] === undefined && environment['TERM'] !== 'dumb';
  }

  /** One line for a rule that was decided. */
  decided({ rule, verdict, reason }: RuleResult, mask: (text: string) => string): void {
    const word = this.#styled(styles[verdict], verdict.padEnd(12));
    const sentence = verdict === 'pass' || verdict === 'fail' ? rule.says : (reason ?? '');
    this.#line(`${word} ${rule.id.padEnd(8)} ${oneLine(mask(sentence), 160)}`);
  }

  /** Breaches in full, what is left on the target, and the counts. */
  end(run: Run, invocation: string): void {
    for (const result of run.results) {
      const breach = breachReport(result, run, invocation);
      if (breach !== null) this.#breach(result, breach);
    }
    this.#left(run);
    if (run.observations.length > 0)
      this.#line(
        `\n${this.#styled('dim', `${run.observations.length} observations of what is open are in the JSON report`)}`,
      );
    if (run.cutShort !== null)
      this.#line(
        `\n${this.#styled(styles.fail, 'CUT SHORT')} ${oneLine(run.secrets.mask(run.cutShort.text), 400)}`,
      );
    const waited = run.waits === 0 ? '' : `, waited ${run.waits} times for the rate limit`;
    this.#line(
      `\n${run.target.baseUrl}, seed ${run.seed}: ${run.requests} requests in ${run.seconds.toFixed(1)} s${waited}`,
    );
    this.#line(this.#styled('bold', countsLine(countsOf(run.results))));
  }

  /** What was done and cannot be taken back, each kind with the first few. */
  #left({ ledger, secrets }: Run): void {
    const left = Map.groupBy(
      ledger.filter(({ undone }) => !undone),
      ({ action }) => action,
    );
    if (left.size > 0) this.#line('\nLeft on the target:');
    for (const [action, entries] of left) {
      this.#line(`  ${action} (${entries.length})`);
      for (const { what } of entries.slice(0, mostLeftShown))
        this.#line(`    ${oneLine(secrets.mask(what), 140)}`);
      if (entries.length > mostLeftShown) this.#line('    … the JSON report lists them all');
    }
  }

  #breach({ rule }: RuleResult, breach: BreachReport): void {
    this.#line(`\n${this.#styled(styles.fail, 'BREACH')} ${breachText(rule, breach)}`);
  }

  #line(text: string): void {
    this.#output.write(`${text}\n`);
  }

  #styled(style: Style, text: string): string {
    return this.#color ? styleText(style, text, { validateStream: false }) : text;
  }
}
