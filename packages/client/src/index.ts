/** The public interface of `@outreach-api/client`. */
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
export type { FilterPlacement, FilterScalar, QueryFilterPlacement } from './filter/filter.ts';
export { FilterError } from './filter/filter-error.ts';
export { queryBrackets, queryJson, serializeFilter } from './filter/serialize-filter.ts';
export type { FilterInBody, FilterInQuery } from './filter/serialize-filter.ts';
export { createOutreachClient } from './create-outreach-client.ts';
export type { ApiKeys, OutreachClient, SenderProfiles } from './outreach-client.ts';
export type { Webhooks, WebhookTestRequest, WebhookWalk } from './outreach-client.ts';
export type { CallOptions, ClientRetry, Hooks, SharedCallOptions } from './client-options.ts';
export type { Fetch, FetchedResponse, FetchInit, FetchOptions } from './client-options.ts';
export type { RequestMethod, RequestOptions } from './request.ts';
export type { Token, TokenRequest } from './token.ts';
export type { OutreachClientOptions, RequestEvent, ResponseEvent, RetryOptions } from './client-options.ts';
export type { ClockOptions } from './clock.ts';
export type { RepeatableMethod } from './retry-rules.ts';
export type { WebhookPage, WebhookPageData } from './webhook-page.ts';
export type { WebhookQuery } from './webhook-query.ts';
export { withResponse } from './call.ts';
export type { Call, ResultWithResponse } from './call.ts';
export { settle } from './settle.ts';
export type { Settled } from './settle.ts';
export { AbortError, ForbiddenError, NetworkError, NotFoundError, OutreachError } from './errors.ts';
export { RateLimitError, StatusError, TimeoutError, TokenError, UnauthorizedError } from './errors.ts';
export { UnprocessableError, UnreadableAnswerError, WebhookTestError } from './errors.ts';
export type { OutreachFailure, StatusFailure } from './errors.ts';
export type { AnswerFacts, CallFacts, RequestSummary } from './call-facts.ts';
export type { RetryEnd } from './backoff-schedule.ts';
