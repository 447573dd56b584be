/** A rule on clients: what it reads from scenarios or recordings, a pure judge, and the breaches that it must catch. */
import { Unmet } from '@outreach-api/engine';
import { seenAs, defineRule, type Rule } from '../run/client-domain.ts';
import { judging, type Judgement as JudgementWith } from '../../rules/judgement.ts';
import type { ClientBreaches } from '../../rules/breaches/clients.ts';
import type { ClientExchange } from '../client-exchange.ts';
import type { DriverCall, DriverCallName } from '../driver-call.ts';
import { scenarioExperiments } from '../run/scenario-experiment.ts';
import type { ScenarioRun } from '../run/scenario-run.ts';
import type { ClientStatement } from '../scenarios/scenario.ts';

export const { arguable, broken, holds, shownBy } = judging<ClientBreaches>();
export { every, held } from '../../rules/judgement.ts';
/** What a judge of clients says about one observation. */
export type Judgement = JudgementWith<ClientBreaches>;

/** How a rule on clients is written. */
interface ClientRuleDefinition<Seen> {
  readonly id: ClientStatement;
  /** The calls without which a driver shows nothing about it. */
  readonly needs?: readonly DriverCallName[];
  /**
   * What the calls of a driver show about the statement.
   *
   * @throws Unmet if they show nothing
   */
  readonly inCalls: (run: ScenarioRun) => Seen;
  /**
   * What exchanges alone show about it, when neither the client nor its purpose is known.
   *
   * @throws Unmet if they show nothing
   */
  readonly inExchanges: (exchanges: readonly ClientExchange[]) => Seen;
  judge(seen: Seen): Judgement;
  /** Its parts, each of which may break the statement by itself; all of it is one if not set. */
  readonly each?: (seen: Seen) => readonly Seen[];
  /** See {@link RuleDefinition.breaches}. */
  readonly breaches: Readonly<Record<string, (seen: Seen) => Seen | undefined>>;
}

/** A rule on clients, for any source of evidence. */
export interface ClientRule {
  readonly id: ClientStatement;
  /** The rule on what a driver does in scenarios. */
  readonly ofDriver: Rule;
  /** What exchanges alone say about it, or a text that says why they say nothing. */
  inRecording(exchanges: readonly ClientExchange[]): EvidenceOfExchanges | string;
}

/** What exchanges say about a statement. */
export interface EvidenceOfExchanges {
  /** One for each part that may break the statement by itself. */
  readonly judgements: readonly Judgement[];
  /** The named breaches that would have been caught in them. */
  caught(): readonly string[];
}

/** Makes a rule on clients from its definition. */
export function defineClientRule<Seen>(definition: ClientRuleDefinition<Seen>): ClientRule {
  const { id, needs = [], inCalls, inExchanges, breaches } = definition;
  const judge = (seen: Seen): Judgement => definition.judge(seen);
  const showing = scenarioExperiments.filter(([{ shows }]) => shows.includes(id));
  return {
    id,
    ofDriver: defineRule(
      { id, needs, judge, breaches },
      { from: showing.map(([, experiment]) => seenAs(experiment, inCalls)) },
    ),
    inRecording: (exchanges) => {
      const seen = unlessUnmet(() => inExchanges(exchanges));
      if ('unmet' in seen) return seen.unmet;
      const isCaught = (breach: (one: Seen) => Seen | undefined): boolean => {
        const changed = breach(seen.seen);
        return changed !== undefined && judge(changed).kind === 'broken';
      };
      return {
        judgements: (definition.each?.(seen.seen) ?? [seen.seen]).map(judge),
        caught: () => Object.entries(breaches).flatMap(([name, breach]) => (isCaught(breach) ? [name] : [])),
      };
    },
  };
}

function unlessUnmet<Seen>(see: () => Seen): { readonly seen: Seen } | { readonly unmet: string } {
  try {
    return { seen: see() };
  } catch (error) {
    if (error instanceof Unmet) return { unmet: error.message };
    throw error;
  }
}

/** The requests of the calls, each with the call that it was made for. */
export function requestsOf(
  calls: readonly DriverCall[],
): readonly { readonly request: ClientExchange; readonly call: DriverCall }[] {
  return calls.flatMap((call) => call.exchanges.map((request) => ({ request, call })));
}
