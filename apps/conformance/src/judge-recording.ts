/** Judges a recording of other clients' requests: nothing is sent. */
import type { Rule } from './session/suite.ts';
import type { RuleResult } from './rules/rule-result.ts';
import { rules as allRules } from './catalogue/rules.ts';
import { clientRules as allClientRules } from './clients/rules/client-rules.ts';
import type { ClientRule } from './clients/rules/client-rule.ts';
import type { WordedResult } from './words/result-words.ts';
import { Secrets } from '@outreach-api/masking/secrets';
import { ClientFindings } from './recordings/client-findings.ts';
import { RecordingReader, type ReadExchange } from './recordings/recording-reader.ts';
import type { PassingExchange } from './recordings/passing-exchange.ts';
import { ServerFindings } from './recordings/server-findings.ts';
import type { Run } from './run.ts';
import { completeTarget } from './target/target.ts';
import { maskedResult, maskedRun } from './masked-run.ts';

/** What is recorded, and how it is judged. */
export interface RecordingOptions {
  readonly baseUrl: string;
  /** Where the recording comes from, in words. */
  readonly from: string;
  /** Those on servers; all if not set. */
  readonly rules?: readonly Rule[];
  /** Those on clients; all if not set. */
  readonly clientRules?: readonly ClientRule[];
  /** When the recording began, on the clock of the exchanges. */
  readonly since: number;
  /** How many exchanges are kept for what several show together; all if not set. */
  readonly mostKept?: number;
  /** Set if the suite itself sent the requests: it also sends what no client should, so no client is judged. */
  readonly isOfSuite?: boolean;
  /** Collects the credentials that pass, and removes them from whatever is written. */
  readonly secrets?: Secrets;
}

/** How a recording ended. */
export interface RecordingEnd {
  readonly startedAt: Date;
  readonly seconds: number;
}

/** Judges recorded exchanges as they are added. */
export class RecordingJudge {
  readonly #options: RecordingOptions;
  readonly #secrets: Secrets;
  readonly #reader: RecordingReader;
  readonly #server: ServerFindings;
  readonly #clients: ClientFindings;
  readonly #leftOut = new Map<string, number>();
  #judged = 0;

  constructor(options: RecordingOptions) {
    this.#options = options;
    this.#secrets = options.secrets ?? new Secrets();
    this.#reader = new RecordingReader(options.baseUrl, this.#secrets);
    this.#server = new ServerFindings(options.rules ?? allRules);
    const { since, mostKept = Number.POSITIVE_INFINITY } = options;
    this.#clients = new ClientFindings(options.clientRules ?? allClientRules, { since, mostKept });
  }

  /** The base address of the server. */
  get baseUrl(): string {
    return this.#options.baseUrl;
  }

  /**
   * Judges one more exchange, in the order in which they came. Returns the rules that it shows to be broken, each once.
   */
  add(passing: PassingExchange): readonly WordedResult[] {
    const { knowsKeys } = this.#reader;
    const exchange = this.#reader.read(passing);
    if (exchange === null) {
      this.leaveOut('requests of more callers than can be distinguished');
      return [];
    }
    this.#judged += 1;
    if ('kind' in exchange.server)
      this.leaveOut(`requests say nothing of the server: ${exchange.server.why}`);
    return this.#masked([...this.#server.add(exchange, knowsKeys), ...this.#ofClient(exchange)]);
  }

  #ofClient({ client, exchange }: ReadExchange): readonly RuleResult[] {
    if (client === null) return [];
    if (this.#options.isOfSuite !== true) return this.#clients.add(client, exchange);
    this.leaveOut('requests say nothing of a client: the suite sent them, wrong ones on purpose');
    return [];
  }

  /** Judges what several requests show together. Returns the rules that they show to be broken, each once. */
  review(): readonly WordedResult[] {
    return this.#masked(this.#clients.review());
  }

  #masked(results: readonly RuleResult[]): readonly WordedResult[] {
    return results.map((result) => maskedResult(result, this.#secrets));
  }

  /** Something is not judged, or not for all statements. */
  leaveOut(why: string, times = 1): void {
    this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + times);
  }

  /** The results so far, as a run that reports are made of. */
  run({ startedAt, seconds }: RecordingEnd): Run {
    this.review();
    const { letGo } = this.#clients;
    if (letGo > 0) this.leaveOut('requests were dropped, and not judged together with later ones', letGo);
    const { baseUrl, from } = this.#options;
    const leftOut = [...this.#leftOut]
      .map(([why, times]) => ({ why, times }))
      .toSorted((one, other) => other.times - one.times);
    return maskedRun({
      target: completeTarget({ baseUrl, token: '$OUTREACH_TOKEN' }),
      startedAt,
      seed: 0,
      results: [...this.#server.results, ...this.#clients.results],
      observations: [],
      ledger: [],
      requests: this.#judged,
      waits: 0,
      seconds,
      stopped: false,
      cutShort: null,
      secrets: this.#secrets,
      recording: { from, judged: this.#judged, leftOut },
    });
  }
}
