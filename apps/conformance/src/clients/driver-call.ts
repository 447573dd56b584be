/** A call that a driver made with the client under test, and its outcome. */
import type { ClientExchange } from './client-exchange.ts';

/** The calls that a driver may be asked to make, besides `declare`. */
export const driverCalls = [
  'webhooks.list',
  'webhooks.all',
  'webhooks.test',
  'webhooks.delete',
  'senderProfiles.get',
  'senderProfiles.update',
  'senderProfiles.delete',
  'apiKeys.create',
] as const;

/** A call that a driver may be asked to make. */
export type DriverCallName = (typeof driverCalls)[number];

/**
 * What a driver reports about a call: what the client returned, or that it failed; see the driver's contract in
 * the guide.
 */
export type DriverAnswer =
  /** @property beside - other fields of the answer if it has no `value` */
  | {
      readonly ok: true;
      readonly status?: number;
      readonly value?: unknown;
      readonly beside?: readonly string[];
    }
  | { readonly ok: false; readonly status?: number };

/** How a call ended. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly answer: DriverAnswer }
  /** The driver wrote something else, exited without output, or was killed because it took too long. */
  | { readonly kind: 'no answer'; readonly why: string };

/** A call, the requests that the service received meanwhile, and how the call ended. */
export interface DriverCall {
  readonly call: DriverCallName;
  readonly with: Readonly<Record<string, unknown>>;
  /** The name of the scenario that the service followed. */
  readonly scenario: string;
  /** The key that the driver was given, by its label; null if unknown. */
  readonly key: string | null;
  /** In the order of their arrival. */
  readonly exchanges: readonly ClientExchange[];
  readonly outcome: CallOutcome;
}
