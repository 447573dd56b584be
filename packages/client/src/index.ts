/** The public face of `@outreach-api/client`. */
export { backOff } from './backoff.ts';
export type {
  BackoffGaveUp,
  BackoffOptions,
  BackoffOutcome,
  BackoffRetry,
  LimitedAnswer,
} from './backoff.ts';
export { defaultBackoffPolicy } from './backoff-policy.ts';
export type { BackoffPolicy } from './backoff-policy.ts';
