/** The codes of all breaches of the description. */
import type * as engine from '@outreach-api/engine';
import type * as findings from '../judgement.ts';
import type { EndpointsBreaches } from './endpoints.ts';
import type { AuthenticationBreaches } from './authentication.ts';
import type { AccountsBreaches } from './what-the-service-does.ts';
import type { PaginationBreaches } from './pagination.ts';
import type { FilteringBreaches } from './filtering.ts';
import type { ApiKeyBreaches } from './create-an-api-key.ts';
import type { WebhookListBreaches } from './list-webhooks.ts';
import type { WebhookTestBreaches } from './test-a-webhook.ts';
import type { WebhookDeletionBreaches } from './delete-a-webhook.ts';
import type { SenderProfileBreaches } from './sender-profile.ts';
import type { ProfileReadingBreaches } from './get-a-sender-profile.ts';
import type { ProfileDeletionBreaches } from './delete-a-sender-profile.ts';
import type { LimitsBreaches } from './limits.ts';
import type { ClientBreaches } from './clients.ts';

/** The values of a breach, by its code. */
export interface BreachValues
  extends
    EndpointsBreaches,
    AuthenticationBreaches,
    AccountsBreaches,
    PaginationBreaches,
    FilteringBreaches,
    ApiKeyBreaches,
    WebhookListBreaches,
    WebhookTestBreaches,
    WebhookDeletionBreaches,
    SenderProfileBreaches,
    ProfileReadingBreaches,
    ProfileDeletionBreaches,
    LimitsBreaches,
    ClientBreaches {
  /** A request that never gets an answer, although others do. */
  readonly 'no-answer': { readonly request: string };
  /** Requests that others like them show to be in order, and that were refused. */
  readonly 'refused-among-accepted': {
    readonly request: string;
    readonly statuses: readonly number[];
    readonly times: number;
  };
}

/** The types of what is found by the description, whichever breaches. */
export type Described = findings.Described<BreachValues>;
/** What a judge says about one observation. */
export type Judgement = engine.Judgement<Described>;
/** The code of a breach. */
export type BreachCode = keyof BreachValues;
/** How an observation contradicts a statement, as data. */
export type Contradiction<Code extends BreachCode = BreachCode> = engine.Contradiction<Described, Code>;
