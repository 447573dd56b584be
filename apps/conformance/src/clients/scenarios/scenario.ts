/** What a scenario is: calls that a driver is asked for, and what the service does meanwhile. */
import type { Dialect } from '@outreach-api/sandbox';
import type { StatementId } from '../../generated/statements.ts';
import type { DriverCallName } from '../driver-call.ts';

/** A statement that clients keep or break. */
export type ClientStatement = Extract<StatementId, `CLI-0${string}`>;

/** What the service does with a request in place of answering it as the description has it. */
export type Aberration =
  /** @property retryAfter - seconds, milliseconds from now as a date, or a text as it is; null: no such header */
  | { readonly kind: 'limited'; readonly retryAfter: GivenRetryAfter | null }
  | { readonly kind: 'refused'; readonly status: 401 | 404 | 422 }
  /** The described answer, but late. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The connection is closed in place of an answer, or within it. */
  | { readonly kind: 'cut'; readonly at: 'start' | 'body' };

/** What a header `Retry-After` is to say. */
export type GivenRetryAfter =
  | { readonly seconds: number }
  | { readonly dateInMs: number }
  | { readonly text: string };

/** What becomes of the list while it is walked over. */
export type ListLife = 'steady' | 'shrinks' | 'grows' | 'goes on empty';

/** What the service has, and what it does. */
export interface ServiceManner {
  /** How many webhooks there are. */
  readonly webhooks: number;
  /** Readings of what the description leaves open. */
  readonly dialect?: Partial<Dialect>;
  /** What comes in place of answers, request by request, before all is answered as described. */
  readonly first?: readonly Aberration[];
  /** What comes in place of every answer after those. */
  readonly ever?: Aberration;
  /** How long the service takes for an answer, in milliseconds; none where not set. */
  readonly latencyMs?: number;
  /** `steady` where not set. */
  readonly list?: ListLife;
}

/** What stands in the input of a call for the uuid of a record that the service has. */
export const aWebhook = '<the uuid of a webhook>';
export const aSenderProfile = '<the uuid of a sender profile>';

/** A call that a driver is asked for. */
export interface ScenarioCall {
  readonly call: DriverCallName;
  readonly with: Readonly<Record<string, unknown>>;
  /** How often, each time anew; once where not set. */
  readonly times?: number;
}

/** Calls that a driver is asked for, and what the service does meanwhile. Each call meets a service of its own. */
export interface Scenario {
  /** Unique; part of replay commands. */
  readonly name: string;
  /** What happens, in words. */
  readonly says: string;
  readonly calls: readonly ScenarioCall[];
  readonly service: ServiceManner;
  /** The statements that it tells about. */
  readonly tells: readonly ClientStatement[];
  /** How long a call may take at most, in milliseconds; as long as calls may take otherwise where not set. */
  readonly longestMs?: number;
}
