/** A recorded exchange that says something about the server. */
import type { Exchange } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';

/** A recorded exchange that says something about the server. */
export interface JudgedExchange {
  /** As rules judge it. */
  readonly seen: ExchangeSeen;
  /** As reports show it. */
  readonly exchange: Exchange;
}
