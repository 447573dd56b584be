/** A rule on clients: what it reads out of scenarios or recordings, a pure judge, and the breaches that it must see. */
import type { Tested } from '../../engine/domain.ts';
import { seenAs, type Experiment } from '../../engine/experiment.ts';
import type { Judgement } from '../../engine/judgement.ts';
import { defineRule, type Rule } from '../../engine/rule.ts';
import type { ClientExchange } from '../client-exchange.ts';
import type { DriverCall, DriverCallName } from '../driver-call.ts';
import type { ClientDomain } from '../run/client-domain.ts';
import { scenarioExperiments } from '../run/scenario-experiment.ts';
import type { ScenarioRun } from '../run/scenario-run.ts';
import type { ClientStatement } from '../scenarios/scenario.ts';

/** How a rule on clients is written. */
interface ClientRuleDefinition<Seen> {
  readonly id: ClientStatement;
  /** The calls without which a driver shows nothing of it. */
  readonly needs?: readonly DriverCallName[];
  /**
   * What the calls of a driver show of the statement.
   *
   * @throws Unmet where they show nothing
   */
  readonly inCalls: (run: ScenarioRun) => Seen;
  /**
   * What exchanges show of it of which nothing else is known: neither who asked nor what for.
   *
   * @throws Unmet where they show nothing
   */
  readonly inExchanges: (exchanges: readonly ClientExchange[]) => Seen;
  judge(seen: Seen): Judgement;
  /** See {@link RuleDefinition.breaches}. */
  readonly breaches: Readonly<Record<string, (seen: Seen) => Seen | undefined>>;
}

/** A rule on clients, for whatever shows what they do. */
export interface ClientRule {
  readonly id: ClientStatement;
  /** The rule on what a driver does in scenarios. */
  readonly ofDriver: Rule<ClientDomain>;
  /** The rule on exchanges that an experiment brings, of which nothing else is known. */
  ofExchanges<Given, On extends Tested>(from: Experiment<Given, readonly ClientExchange[], On>): Rule<On>;
}

/** Makes a rule on clients of its description. */
export function defineClientRule<Seen>(definition: ClientRuleDefinition<Seen>): ClientRule {
  const { id, needs = [], inCalls, inExchanges, breaches } = definition;
  const judge = (seen: Seen): Judgement => definition.judge(seen);
  const telling = scenarioExperiments.filter(([{ tells }]) => tells.includes(id));
  return {
    id,
    ofDriver: defineRule({
      id,
      needs,
      from: telling.map(([, experiment]) => seenAs(experiment, inCalls)),
      judge,
      breaches,
    }),
    ofExchanges: (from) => defineRule({ id, from: seenAs(from, inExchanges), judge, breaches }),
  };
}

/** The requests of the calls, each with the call that it was made for. */
export function requestsOf(
  calls: readonly DriverCall[],
): readonly { readonly request: ClientExchange; readonly call: DriverCall }[] {
  return calls.flatMap((call) => call.exchanges.map((request) => ({ request, call })));
}
