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
export { anyOf, atLeast, atMost, differsFrom, equals } from './filter/conditions.ts';
export { greaterThan, isNotNull, isNull, lessThan } from './filter/conditions.ts';
export { filterOperators } from './filter/filter.ts';
export type { Filter, FilterComparison, FilterCondition, FilterOperator } from './filter/filter.ts';
export type { FilterPlacement, FilterScalar } from './filter/filter.ts';
export { FilterError } from './filter/filter-error.ts';
export { serializeFilter } from './filter/serialize-filter.ts';
export type { FilterInBody, FilterInQuery } from './filter/serialize-filter.ts';
