/** How the backoff of a client breaks its statement. Times are milliseconds. */

/** What the waits look like if they prove nothing. */
export type BackoffSeen =
  | 'consistent with exponential'
  | 'growing, not exponential'
  | 'even'
  | 'at once'
  | 'as the server said'
  | 'no retry';

/** Why a declared policy is not exponential backoff: its waits never grow, or there are none. */
export type DeclarationFault =
  | { readonly is: 'without a base'; readonly base: number }
  | { readonly is: 'capped at its base'; readonly cap: number; readonly base: number }
  | { readonly is: 'capped at its floor'; readonly cap: number; readonly floor: number }
  | { readonly is: 'without growth'; readonly factor: number }
  | { readonly is: 'without waits' };

/** The codes of these breaches, and their values. */
export interface BackoffBreaches {
  readonly 'declaration-not-exponential': { readonly fault: DeclarationFault };
  readonly 'more-attempts-than-declared': {
    readonly request: string;
    readonly declared: number;
    readonly attempts: number;
  };
  readonly 'retry-before-declared': {
    readonly request: string;
    readonly retry: number;
    readonly shortestMs: number;
    readonly envelopeMs: number;
    readonly ms: number;
  };
  readonly 'retry-before-retry-after': {
    readonly request: string;
    readonly statedMs: number;
    readonly ms: number;
  };
  /** By chance that happens less than once in so many times. */
  readonly 'waits-spread-too-little': {
    readonly envelopeMs: number;
    readonly retry: number;
    readonly waits: number;
    readonly longestMs: number;
    readonly oneIn: number;
  };
  readonly 'waits-not-as-declared': { readonly seen: BackoffSeen };
  readonly 'endless-retries': { readonly request: string; readonly attempts: number };
  readonly 'immediate-retries': {
    readonly immediate: number;
    readonly retries: number;
    readonly firstMs: number;
  };
  readonly 'even-waits': {
    readonly waits: number;
    readonly shortestMs: number;
    readonly longestMs: number;
  };
  readonly 'retries-at-once-where-allowed': object;
}

/** One of them, with its values. */
export type BackoffBreach = {
  readonly [Code in keyof BackoffBreaches]: {
    readonly code: Code;
    readonly values: BackoffBreaches[Code];
  };
}[keyof BackoffBreaches];
