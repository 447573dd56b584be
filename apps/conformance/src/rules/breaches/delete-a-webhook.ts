/** How the rules on deleting webhooks find a statement broken. */
import type { ListDifference } from '@outreach-api/model/records/page';
import type { JsonObject } from '@outreach-api/model/records/is-record';

/** Where the deleted webhook was looked for. */
export type LookedAt = 'list' | 'pages of any size' | 'list without parameters';

interface OfWebhook {
  readonly uuid: string;
}

/** The codes of these breaches, and their values. */
export interface WebhookDeletionBreaches {
  readonly 'webhook-deletion-refused': OfWebhook & { readonly status: number };
  /** The status of the deletion. */
  readonly 'deleted-webhook-listed': OfWebhook & { readonly status: number; readonly where: LookedAt };
  readonly 'deleted-webhook-found-by-filter': OfWebhook;
  readonly 'deleted-webhook-counted-by-filter': OfWebhook;
  readonly 'deleted-webhooks-listed-again': { readonly uuids: readonly string[] };
  readonly 'total-after-deletion': { readonly where: LookedAt };
  /** The webhook that was deleted, and another one. */
  readonly 'webhook-changed-by-deletion': OfWebhook & { readonly deleted: string };
  readonly 'webhook-removed-by-deletion': OfWebhook & {
    readonly deleted: string;
    readonly record: JsonObject;
  };
  readonly 'webhook-changed-after-deletions': OfWebhook & ListDifference;
}
