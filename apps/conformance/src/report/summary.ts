import { styleText } from 'node:util';
import type { RuleResult, Verdict } from '../engine/verdict.ts';
import type { Run } from '../judge-target.ts';
import { breachReport, type BreachReport } from './breach-report.ts';
import { countsLine, countsOf } from './counts.ts';

/** Where a summary is written to, e.g. `process.stdout`. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

type Style = Parameters<typeof styleText>[0];

const styles: Readonly<Record<Verdict, Style>> = { pass: 'green', fail: ['red', 'bold'], inconclusive: 'yellow', skipped: 'dim' };

/** Writes what a run finds, for people: a line a rule as it is decided, and at the end what is to be known. */
export class Summary {
  readonly #output: Output;
  readonly #color: boolean;

  constructor(output: Output, environment: Readonly<Record<string, string | undefined>>) {
    this.#output = output;
    this.#color = output.isTTY === true && environment['NO_COLOR'] === undefined && environment['TERM'] !== 'dumb';
  }

  /** One line for a rule that was decided. */
  decided({ rule, verdict, reason }: RuleResult, mask: (text: string) => string): void {
    const word = this.#styled(styles[verdict], verdict.padEnd(12));
    const sentence = verdict === 'pass' || verdict === 'fail' ? rule.says : (reason ?? '');
    this.#line(`${word} ${rule.id.padEnd(8)} ${cut(mask(sentence), 160)}`);
  }

  /** Breaches in full, what is left on the target, and the counts. */
  end(run: Run, invocation: string): void {
    for (const result of run.results) {
      const breach = breachReport(result, run, invocation);
      if (breach !== null) this.#breach(result, breach);
    }
    const left = run.ledger.filter(({ undone }) => !undone);
    if (left.length > 0) {
      this.#line('\nLeft on the target:');
      for (const { action, what } of left) this.#line(`  ${action}: ${run.secrets.mask(what)}`);
    }
    const waited = run.waits === 0 ? '' : `, waited ${run.waits} times for the rate limit`;
    this.#line(`\n${run.target.baseUrl}, seed ${run.seed}: ${run.requests} requests in ${run.seconds.toFixed(1)} s${waited}`);
    this.#line(this.#styled('bold', countsLine(countsOf(run.results))));
  }

  #breach({ rule, reason }: RuleResult, breach: BreachReport): void {
    const title = `${rule.id} (${rule.level}; ${rule.section})`;
    this.#line(`\n${this.#styled(styles.fail, 'BREACH')} ${this.#styled('bold', title)}`);
    this.#line(`  ${rule.says}`);
    this.#line(`  expected  ${breach.expected}`);
    this.#line(`  actual    ${breach.actual}`);
    this.#line(`  ${(reason ?? '').padEnd(9)} smallest input: ${JSON.stringify(breach.given)}`);
    for (const { role, request, response, failure } of breach.exchanges.slice(-4)) {
      const came = response === null ? (failure ?? 'no answer') : `${response.status} ${cut(response.body, 200)}`;
      this.#line(`  ${role.padEnd(9)} ${request.method} ${request.url}${request.body === null ? '' : ` ${cut(request.body, 200)}`} -> ${came}`);
    }
    this.#line(`  curl      ${breach.curl.replaceAll('\n', '\n            ')}`);
    this.#line(`  replay    ${breach.replay}`);
  }

  #line(text: string): void {
    this.#output.write(`${text}\n`);
  }

  #styled(style: Style, text: string): string {
    return this.#color ? styleText(style, text, { validateStream: false }) : text;
  }
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
