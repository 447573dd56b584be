/** Exchanges as rules judge them; a test specifies only what matters to it. */
import { classOf, isSuccess } from '@outreach-api/model/records/answer-class';
import type { AnswerSeen, ExchangeSeen } from '@outreach-api/model/records/exchange-seen';

/** What a test specifies of an exchange. */
export interface GivenExchange extends Partial<Omit<ExchangeSeen, 'answer' | 'caller' | 'came'>> {
  readonly by?: ExchangeSeen['caller']['kind'];
  /** 200 if not set; null if there was no answer. */
  readonly status?: number | null;
  readonly json?: unknown;
}

/** An exchange as rules judge it. */
export function exchangeSeen({ by = 'main key', status = 200, json, ...given }: GivenExchange): ExchangeSeen {
  const answer: AnswerSeen | null = status === null ? null : { status, ok: isSuccess(status), json };
  return {
    at: 0,
    operation: null,
    path: '/',
    sent: undefined,
    key: null,
    shows: [],
    writes: null,
    ...given,
    caller: { kind: by, name: by },
    answer,
    came: classOf(answer),
  };
}
