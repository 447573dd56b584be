/** Judgements by the description of the API, on servers and on clients. */
import * as engine from '@outreach-api/engine';
import type { statements, StatementId } from '@outreach-api/model/generated/statements';
import type { Exchange } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import type { ShownBy } from '@outreach-api/model/records/shown-by';

/** The types of what is found by the description, if these are the values of breaches by their codes. */
export interface Described<Breaches extends object> {
  readonly exchange: Exchange;
  readonly exchangeSeen: ExchangeSeen;
  readonly shownBy: ShownBy;
  readonly statement: StatementId;
  readonly level: (typeof statements)[StatementId]['level'];
  readonly breachValues: Breaches;
}

/** What a judge that may find these breaches says about one observation. */
export type Judgement<Breaches extends object> = engine.Judgement<Described<Breaches>>;

interface Judging<Breaches extends object> extends engine.Judging<Described<Breaches>> {
  /** Says that the requests that name a record show the judgement. */
  readonly about: (uuid: string, judgement: Judgement<Breaches>) => Judgement<Breaches>;
}

/** How judges say that a statement was broken in one of these ways. */
export function judging<Breaches extends object>(): Judging<Breaches> {
  const judges: engine.Judging<Described<Breaches>> = engine.judging();
  return { ...judges, about: (uuid, judgement) => judges.shownBy(judgement, { sent: [uuid] }) };
}

export const { every, held } = engine;
