/** A recorded exchange that says something about the server. */
import type { Exchange } from '../records/exchange.ts';
import type { ExchangeSeen } from '../records/exchange-seen.ts';

/** A recorded exchange that says something about the server. */
export interface JudgedExchange {
  /** As rules judge it. */
  readonly seen: ExchangeSeen;
  /** As reports show it. */
  readonly exchange: Exchange;
}
