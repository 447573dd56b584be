/** The options of a client and of a call, checked and complete. */
import type { BackoffPolicy } from './backoff-policy.ts';
import type { FetchOptions, Hooks } from './client-options.ts';
import type { Clock } from './clock.ts';
import type { QueryFilterPlacement } from './filter/filter.ts';
import type { LimitGate } from './limit-gate.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { RetryRules } from './retry-rules.ts';

/** What the calls of a client know together. */
export interface SharedState {
  gate: LimitGate;
  budget: RetryBudget;
  /** How many calls there were. */
  calls: number;
}

/** The options of a call, checked and complete. */
export interface CallSettings extends Hooks {
  token: string | (() => string | Promise<string>);
  policy: BackoffPolicy;
  retry: RetryRules;
  timeoutMs: number;
  deadlineMs: number;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  fetchOptions: FetchOptions;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
  clock: Clock;
  random: () => number;
  shareLimit: boolean;
  shared: SharedState;
}

/** The options of a client, checked and complete. */
export interface ClientSettings extends CallSettings {
  baseUrl: string;
  filterPlacement: QueryFilterPlacement | undefined;
}
