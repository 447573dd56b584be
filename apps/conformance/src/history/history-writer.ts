/** Writes the history of a run as it happens, line by line, without any credential. */
import { createHash } from 'node:crypto';
import type { Blocker, TrialName, UnmetPremise } from '@outreach-api/engine';
import type { RunOptions, Stage } from '../session/suite.ts';
import type { RuleText } from '../rules/rule-result.ts';
import type { Run } from '../run.ts';
import { harmlessJson } from '@outreach-api/masking/harmless-text';
import type { Answer, Exchange } from '@outreach-api/model/records/exchange';
import type { Secrets } from '@outreach-api/masking/secrets';
import { suiteVersion } from '../installation/suite-version.ts';
import type { Target } from '../target/target.ts';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { GuardAnswer, HistoryListener, Outcome } from '../session/history-listener.ts';
import type { ObservedInput } from '../session/history.ts';
import { historyFormat, type ExchangeLine, type HistoryLine } from './history-line.ts';
import { toPlainJson } from './plain-json.ts';

/** Takes a line of a history, including its line end. */
export type WriteLine = (line: string) => void;

/** A shorter body is written again each time. */
const shortestKept = 200;

/** Writes the history of a run as it happens. Each text in it has its credentials masked. */
export class HistoryWriter implements HistoryListener {
  readonly #write: WriteLine;
  readonly #secrets: Secrets;
  readonly #numbers = new WeakMap<Exchange, number>();
  /** By the fingerprint of a body, the number of the exchange that it is written with. */
  readonly #bodies = new Map<string, number>();
  #exchanges = 0;

  constructor(write: WriteLine, secrets: Secrets) {
    this.#write = write;
    this.#secrets = secrets;
  }

  /** Writes the first line. */
  begin(target: Target, rules: readonly RuleText[], startedAt: Date, options: RunOptions): void {
    const { baseUrl, fixtures, curlOptions, allow, receiver, filter, requests } = target;
    this.#line({
      kind: 'history',
      format: historyFormat,
      suite: suiteVersion,
      startedAt: startedAt.toISOString(),
      seed: options.seed,
      runs: options.runs,
      path: options.path,
      observe: options.observe === true,
      ...(options.firstPass == null ? {} : { firstPass: options.firstPass }),
      rules: rules.map(({ id }) => id),
      target: {
        ...this.#secrets.maskAll({ fixtures, curlOptions, receiver }),
        baseUrl: this.#url(baseUrl),
        otherAccountToken: target.otherAccountToken !== null,
        expiredToken: target.expiredToken !== null,
        provision: target.provision !== null,
        allow,
        filter,
        requests,
      },
    });
  }

  exchanged(run: number | null, exchange: Exchange, seen: ExchangeSeen, answer: Answer | null): void {
    this.#exchanges += 1;
    const n = this.#exchanges;
    this.#numbers.set(exchange, n);
    const { role, request, authorization, failure, isCut = false, milliseconds } = exchange;
    const { shows, writes, key, at, caller } = seen;
    const mask = (text: string): string => this.#secrets.maskExactly(text);
    this.#line({
      kind: 'exchange',
      n,
      run,
      at: new Date(at).toISOString(),
      ms: Math.round(milliseconds * 1000) / 1000,
      role,
      caller,
      request: {
        method: request.method,
        url: this.#url(request.url),
        headers: this.#secrets.maskHeaders(request.headers, ['authorization']),
        body: request.body === null ? null : mask(request.body),
      },
      authorization: authorization === null ? null : mask(authorization),
      answer: answer === null ? null : this.#answer(answer, n),
      failure: failure === null ? null : mask(failure),
      ...(isCut ? { isCut } : {}),
      ...(shows.length === 0 ? {} : { shows }),
      ...(request.method === 'POST' || request.url.includes('?') ? {} : { writes }),
      ...(key === null ? {} : { key: this.#value(key) }),
    });
  }

  ran({ run, experiment, given, freshFor }: ObservedInput, outcome: Outcome): void {
    if (run.number === null) return;
    const came =
      outcome.kind === 'seen'
        ? { seen: this.#value(outcome.seen), leftOut: outcome.leftOut.map((text) => this.#text(text)) }
        : { reason: this.#text(outcome.reason), ...blocking(outcome) };
    this.#line({
      kind: 'run',
      run: run.number,
      experiment,
      given: this.#value(given),
      freshFor,
      outcome: outcome.kind,
      ...came,
      exchanges: run.exchanges.flatMap((exchange) => this.#numbers.get(exchange) ?? []),
    });
  }

  guarded(trial: TrialName, answer: GuardAnswer): void {
    this.#line({ kind: 'guard', ...trial, ...answer });
  }

  unprepared(experiments: readonly string[], why: UnmetPremise): void {
    this.#line({ kind: 'unprepared', experiments, why: this.#text(why.message), ...blocking(why) });
  }

  doubted(trial: TrialName, why: UnmetPremise): void {
    this.#line({ kind: 'doubt', ...trial, why: this.#text(why.message), ...blocking(why) });
  }

  stageEnded(ended: Stage): void {
    this.#line({ kind: 'stage', ended });
  }

  /** Writes the last line. */
  end({ observations, ledger, requests, waits, seconds, stopped, cutShort }: Omit<Run, 'results'>): void {
    const masked = this.#secrets.maskAll({ observations, ledger, cutShort });
    this.#line({ kind: 'end', ...masked, requests, waits, seconds, stopped });
  }

  #answer({ status, headers, text }: Answer, n: number): ExchangeLine['answer'] {
    const shown = { status, headers: this.#secrets.maskHeaders(headers) };
    const body = this.#secrets.maskBody(text);
    if (body.length < shortestKept) return { ...shown, text: body };
    const fingerprint = createHash('sha256').update(body).digest('base64');
    const earlier = this.#bodies.get(fingerprint);
    if (earlier !== undefined) return { ...shown, sameAs: earlier };
    this.#bodies.set(fingerprint, n);
    return { ...shown, text: body };
  }

  #text(text: string): string {
    return this.#secrets.maskExactly(text);
  }

  #value(value: unknown): unknown {
    return this.#secrets.maskAllExactly(toPlainJson(value));
  }

  /** The placeholder of a credential must not break the address. */
  #url(url: string): string {
    return this.#secrets.maskExactly(url).replaceAll(/[<> …]/g, encodeURIComponent);
  }

  #line(line: HistoryLine): void {
    this.#write(`${harmlessJson(line)}\n`);
  }
}

function blocking({ blockedBy }: { readonly blockedBy?: Blocker }): { readonly blockedBy?: Blocker } {
  return blockedBy === undefined ? {} : { blockedBy };
}
