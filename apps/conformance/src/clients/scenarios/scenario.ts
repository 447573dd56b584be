/** What a scenario is: calls that a driver is asked to make, and what the service does meanwhile. */
import type { Dialect } from '@outreach-api/sandbox';
import type { StatementId } from '@outreach-api/model/generated/statements';
import type { DriverCallName } from '../driver-call.ts';

/** A statement that clients keep or break. */
export type ClientStatement = Extract<StatementId, `CLI-0${string}`>;

/** What the service does with a request instead of answering it as described. */
export type Aberration =
  /** @property retryAfter - seconds, milliseconds from now as a date, or a text as it is; null: no such header */
  | { readonly kind: 'limited'; readonly retryAfter: GivenRetryAfter | null }
  | { readonly kind: 'refused'; readonly status: 401 | 404 | 422 }
  /** The described answer, but late. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The connection is closed instead of an answer, or in the middle of it. */
  | { readonly kind: 'cut'; readonly at: 'start' | 'body' };

/** What a `Retry-After` header should say. */
export type GivenRetryAfter =
  | { readonly seconds: number }
  | { readonly dateInMs: number }
  | { readonly text: string };

/** How the list changes while it is walked. */
export type ListLife = 'steady' | 'shrinks' | 'grows' | 'goes on empty';

/** What data the service has, and how it behaves. */
export interface ServiceBehaviour {
  /** How many webhooks there are. */
  readonly webhooks: number;
  /** Its choices where the description leaves something open. */
  readonly dialect?: Partial<Dialect>;
  /** What the first requests get instead of the described answer, request by request. */
  readonly first?: readonly Aberration[];
  /** What every request after those gets instead of the described answer. */
  readonly ever?: Aberration;
  /** How long the service takes to answer, in milliseconds; no delay if not set. */
  readonly latencyMs?: number;
  /** `steady` if not set. */
  readonly list?: ListLife;
}

/** Placeholders in the input of a call for the uuid of a record of the service. */
export const aWebhook = '<the uuid of a webhook>';
export const aSenderProfile = '<the uuid of a sender profile>';

/** A call that a driver is asked to make. */
export interface ScenarioCall {
  readonly call: DriverCallName;
  readonly with: Readonly<Record<string, unknown>>;
  /** How many times, each time from scratch; once if not set. */
  readonly times?: number;
}

/** Calls that a driver is asked to make, and what the service does meanwhile. Each call gets a service of its own. */
export interface Scenario {
  /** Unique; part of replay commands. */
  readonly name: string;
  /** What happens, in words. */
  readonly says: string;
  readonly calls: readonly ScenarioCall[];
  readonly service: ServiceBehaviour;
  /** The statements on which it gives evidence. */
  readonly shows: readonly ClientStatement[];
  /** The longest that a call may take, in milliseconds; the general limit if not set. */
  readonly longestMs?: number;
}
