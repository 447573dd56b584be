/** The public names of the API's types; there is no code behind them. */
import type { components } from './generated/openapi.ts';

export type { Filter, FilterComparison, FilterCondition, FilterOperator, FilterScalar } from './filter.ts';
export type { components, operations, paths } from './generated/openapi.ts';

/**
 * An API key as its creation returns it. `last_token` is the bearer credential itself: it is returned this once and
 * cannot be fetched again (section "API key").
 */
export type ApiKey = components['schemas']['ApiKey'];

/** What creating an API key takes (section "Create an API key"). */
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];

/**
 * A webhook: an HTTP request that the service sends to `target_url` when an event of one kind occurs (section
 * "Webhook"). A service may send further fields; they are not typed.
 */
export type Webhook = components['schemas']['Webhook'];

/**
 * The kind of event that a webhook is for. The description names only one: editors suggest it, and any other text is
 * accepted.
 */
export type WebhookEvent = Webhook['event'];

/**
 * One page of the account's webhooks (sections "Webhook list envelope" and "Pagination"). `limit`, `offset` and
 * `total` count webhooks.
 */
export type WebhookList = components['schemas']['WebhookList'];

/** What testing a webhook takes: its full configuration, with or without `uuid` (section "Test a webhook"). */
export type WebhookTest = components['schemas']['WebhookTest'];

/**
 * The account that outreach is sent from (section "Sender profile"). `created_at` and `updated_at` are RFC 3339
 * date-times as text.
 */
export type SenderProfile = components['schemas']['SenderProfile'];

/**
 * What updating a sender profile takes; no field is required (section "Update a sender profile"). Whether an omitted
 * field is kept or cleared is not shown: send each field that matters.
 *
 * `label` is text and not null, though a record's may be null: the description gives the field as a string and does not
 * show what null does. A service may store it, refuse it, or take it as no change, so it clears no label for sure.
 */
export type SenderProfileUpdate = components['schemas']['SenderProfileUpdate'];
