/** The options of a client and of a call, checked and complete. */
import type { Fetch, FetchOptions, Hooks } from './client-options.ts';
import type { Clock } from './clock.ts';
import type { QueryFilterPlacement } from './filter/filter.ts';
import type { LimitGate } from './limit-gate.ts';
import type { Mask } from './masking.ts';
import type { RetryBudget } from './retry-budget.ts';
import type { RetryRules } from './retry-rules.ts';
import type { TokenSource } from './token.ts';

/** What a single call may override, checked and complete. */
export interface OwnSettings extends Hooks, Clock {
  /** Provides the credential; undefined for one that is a text, which is among the headers already. */
  token: TokenSource | undefined;
  mask: Mask;
  retry: RetryRules;
  timeoutMs: number;
  deadlineMs: number;
  fetch: Fetch;
  fetchOptions: FetchOptions;
  headers: Record<string, string>;
  /** Each of them ends a call. */
  signals: readonly AbortSignal[];
  random: () => number;
}

/** The options of a call, checked and complete, and what all calls of its client share. */
export interface CallSettings extends OwnSettings {
  /** The gate that calls share, if they do. */
  gate: LimitGate | undefined;
  budget: RetryBudget;
}

/** The options of a client, checked and complete. */
export interface ClientSettings extends CallSettings {
  baseUrl: string;
  filterPlacement?: QueryFilterPlacement | undefined;
}
