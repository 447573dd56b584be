/** Judges clients by recorded exchanges, as they arrive, in bounded memory. */
import type { ClientExchange } from '../clients/client-exchange.ts';
import type { ClientRule, ToldByExchanges } from '../clients/rules/client-rule.ts';
import type { StatementId } from '../generated/statements.ts';
import type { RuleResult } from '../engine/verdict.ts';
import type { Exchange } from '../records/exchange.ts';
import { showing } from '../records/showing-exchanges.ts';
import type { ShownBy } from '../records/shown-by.ts';
import { KeptExchanges } from './kept-exchanges.ts';
import { nothingTold, RuleTally } from './rule-tally.ts';

/** Statements that several requests keep or break together, each with the requests that it covers. */
const ofSequences: Partial<Readonly<Record<StatementId, (client: ClientExchange) => boolean>>> = {
  'CLI-03': isLimited,
  'CLI-05': ({ operation }) => operation === 'listWebhooks',
  'CLI-07': isLimited,
  'CLI-08': ({ operation }) => operation === 'createApiKey',
};
const cutOff = 'it was limited when it was first seen, and earlier attempts are not recorded';
/** How many exchanges are passed to a report. */
const mostShown = 200;

/** A rule and its tally. */
interface Tallied {
  readonly rule: ClientRule;
  readonly tally: RuleTally;
  /** Why the recording does not decide it. */
  untold: string;
  /** Whether a request arrived that it covers. */
  isConcerned: boolean;
}

/** How much is kept for findings from several requests together. */
export interface ClientFindingsOptions {
  /** When the recording began, on the clock of the exchanges. */
  readonly since: number;
  /** How many exchanges are kept at most. */
  readonly mostKept: number;
}

/** Judges clients by recorded exchanges. */
export class ClientFindings {
  readonly #rules: readonly Tallied[];
  readonly #kept: KeptExchanges;
  /** Whether something arrived since the last review. */
  #isNews = false;

  constructor(rules: readonly ClientRule[], { since, mostKept }: ClientFindingsOptions) {
    this.#rules = rules.map((rule) => ({
      rule,
      tally: new RuleTally(rule.ofDriver),
      untold: nothingTold,
      isConcerned: false,
    }));
    this.#kept = new KeptExchanges(since, mostKept);
  }

  /** How many exchanges were dropped, so that they are not judged together with later ones. */
  get letGo(): number {
    return this.#kept.letGo;
  }

  /** Judges one more exchange by itself. Returns the rules that it shows to be broken, each once. */
  add(client: ClientExchange, exchange: Exchange): readonly RuleResult[] {
    this.#kept.add(client, exchange);
    this.#isNews = true;
    return this.#rules.flatMap((one) => {
      const concerns = ofSequences[one.rule.id];
      one.isConcerned ||= concerns?.(client) === true;
      if (one.rule.id === 'CLI-01' && client.credential.kind === 'not recorded') {
        one.untold = 'the recording leaves out the credentials of clients';
        return [];
      }
      return concerns === undefined ? counted(one, one.rule.inRecording([client]), () => [exchange]) : [];
    });
  }

  /** Judges the kept exchanges together. Returns the rules that they show to be broken, each once. */
  review(): readonly RuleResult[] {
    if (!this.#isNews) return [];
    this.#isNews = false;
    return this.#rules.flatMap((one) => {
      if (!one.isConcerned || one.tally.isConfirmed) return [];
      // Walks begin at offset 0; retries may have begun before the recording.
      const kept = one.rule.id === 'CLI-03' ? this.#kept.withWholeBeginnings : this.#kept.all;
      const isCut = kept.length < this.#kept.all.length;
      const all = one.rule.inRecording(kept.map(({ client }) => client));
      const told = isCut && typeof all === 'string' ? cutOff : all;
      const exchanges = kept.flatMap(({ client, exchange }) =>
        ofSequences[one.rule.id]?.(client) === false ? [] : [exchange],
      );
      return counted(one, told, (shownBy) => showing(shownBy, exchanges).slice(0, mostShown));
    });
  }

  /** The result of each rule. */
  get results(): readonly RuleResult[] {
    return this.#rules.map(({ tally, untold, isConcerned }) => {
      const result = tally.result(untold);
      return isConcerned && result.verdict === 'skipped' ? { ...result, verdict: 'inconclusive' } : result;
    });
  }
}

function isLimited({ answer }: ClientExchange): boolean {
  return answer?.status === 429;
}

function counted(
  one: Tallied,
  told: ToldByExchanges | string,
  exchanges: (shownBy: ShownBy) => readonly Exchange[],
): readonly RuleResult[] {
  if (typeof told === 'string') {
    one.untold = told;
    return [];
  }
  const { judgement } = told;
  if (judgement.kind === 'held') one.tally.held(() => told.caught());
  const shown = judgement.kind === 'held' ? [] : exchanges(judgement.shownBy ?? {});
  return one.tally.add(judgement, null, shown) ? [one.tally.result()] : [];
}
