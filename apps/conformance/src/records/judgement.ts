/** Judgements by the description of the API, on servers and on clients. */
import * as judgement from '../engine/judgement.ts';
import type { statements, StatementId } from '../generated/statements.ts';
import type { BreachValues } from './breaches/breach-values.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeSeen } from './exchange-seen.ts';
import type { ShownBy } from './shown-by.ts';

/** The types of what is found by the description. */
export interface Described {
  readonly exchange: Exchange;
  readonly exchangeSeen: ExchangeSeen;
  readonly shownBy: ShownBy;
  readonly statement: StatementId;
  readonly level: (typeof statements)[StatementId]['level'];
  readonly breachValues: BreachValues;
}

/** What a judge says about one observation. */
export type Judgement = judgement.Judgement<Described>;
/** The code of a breach. */
export type BreachCode = keyof BreachValues;
/** How an observation contradicts a statement, as data. */
export type Contradiction<Code extends BreachCode = BreachCode> = judgement.Contradiction<Described, Code>;

export const { every, held } = judgement;
export const { broken, arguable, holds, same, shownBy } = judgement.judging<Described>();
