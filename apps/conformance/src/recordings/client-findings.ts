/** Judges clients by recorded exchanges, as they arrive, in bounded memory. */
import { classOf } from '@outreach-api/model/records/answer-class';
import type { RuleResult } from '../rules/rule-result.ts';
import type { ClientExchange } from '../clients/client-exchange.ts';
import type { ClientRule, EvidenceOfExchanges } from '../clients/rules/client-rule.ts';
import type { StatementId } from '@outreach-api/model/generated/statements';
import type { Exchange } from '@outreach-api/model/records/exchange';
import { showing } from '@outreach-api/model/records/showing-exchanges';
import type { ShownBy } from '@outreach-api/model/records/shown-by';
import { KeptExchanges } from './kept-exchanges.ts';
import { nothingShown, RuleTally } from './rule-tally.ts';

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
  tally: RuleTally;
  /** Why the recording does not decide it. */
  whyUndecided: string;
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
      whyUndecided: nothingShown,
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
        one.whyUndecided = 'the recording leaves out the credentials of clients';
        return [];
      }
      if (concerns !== undefined) return [];
      const shown = one.rule.inRecording([client]);
      if (typeof shown === 'string') one.whyUndecided = shown;
      else if (count(one.tally, shown, () => [exchange])) return [one.tally.result()];
      return [];
    });
  }

  /** Judges the kept exchanges together. Returns the rules that they show to be broken, each once. */
  review(): readonly RuleResult[] {
    if (!this.#isNews) return [];
    this.#isNews = false;
    return this.#rules.flatMap((one) => {
      if (!one.isConcerned || one.tally.isConfirmed) return [];
      const shown = this.#shownTogether(one);
      if (typeof shown === 'string') {
        one.whyUndecided = shown;
        return [];
      }
      const recount = this.#recounted(one, shown);
      if (recount === null) count(one.tally, shown, () => []);
      else one.tally = recount;
      return recount === null ? [] : [recount.result()];
    });
  }

  /** What the kept exchanges say together. */
  #shownTogether({ rule }: Tallied): EvidenceOfExchanges | string {
    // Walks begin at offset 0; retries may have begun before the recording.
    const kept = rule.id === 'CLI-03' ? this.#kept.withWholeBeginnings : this.#kept.all;
    const isCut = kept.length < this.#kept.all.length;
    const shown = rule.inRecording(kept.map(({ client }) => client));
    return isCut && typeof shown === 'string' ? cutOff : shown;
  }

  /** The tally of the kept exchanges alone, if they break the rule: each is then counted once. */
  #recounted({ rule }: Tallied, shown: EvidenceOfExchanges): RuleTally | null {
    const tally = new RuleTally(rule.ofDriver);
    const exchanges = this.#kept.all.map(({ exchange }) => exchange);
    return count(tally, shown, (shownBy) => showing(shownBy, exchanges).slice(0, mostShown)) ? tally : null;
  }

  /** The result of each rule. */
  get results(): readonly RuleResult[] {
    return this.#rules.map((one) => {
      const { tally, whyUndecided, isConcerned } = one;
      // More may have come since the breach was reported.
      const shown = isConcerned && tally.isConfirmed ? this.#shownTogether(one) : '';
      const recount = typeof shown === 'string' ? null : this.#recounted(one, shown);
      const result = (recount ?? tally).result(whyUndecided);
      return isConcerned && result.verdict === 'skipped' ? { ...result, verdict: 'inconclusive' } : result;
    });
  }
}

function isLimited({ answer }: ClientExchange): boolean {
  return classOf(answer).kind === 'limited';
}

/** Counts what exchanges say; whether that confirmed that the rule is broken. */
function count(
  tally: RuleTally,
  shown: EvidenceOfExchanges,
  exchanges: (shownBy: ShownBy) => readonly Exchange[],
): boolean {
  const { judgements } = shown;
  if (judgements.every(({ kind }) => kind === 'held')) tally.held(() => shown.caught());
  const confirming = judgements.map((judgement) =>
    tally.add(judgement, null, judgement.kind === 'held' ? [] : exchanges(judgement.shownBy ?? {})),
  );
  return confirming.includes(true);
}
