/** How the rules on the webhooks of the list find a statement broken. */
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { SenderOfHeaders } from '@outreach-api/model/records/exchange';
import type { FieldFault } from '@outreach-api/model/records/shape';

/** What distinguishes a created webhook from the others. */
export type MadeKind =
  | 'plain'
  | 'another method'
  | 'the same address again'
  | 'an event of the list'
  | 'made for others';

/** The codes of these breaches, and their values. */
export interface WebhookListBreaches {
  readonly 'webhook-fields': { readonly faults: readonly FieldFault[]; readonly record: JsonObject };
  /** The size of the pages; null: none was asked for. And whose key was used. */
  readonly 'webhook-not-listed': {
    readonly kind: MadeKind;
    readonly uuid: string;
    readonly limit: number | null;
    readonly key: string;
  };
  /** The documented fields of two records, as JSON. */
  readonly 'uuid-shared': { readonly uuid: string; readonly records: readonly [string, string] };
  /** The query, and whose key was used. */
  readonly 'list-refused': {
    readonly query: string;
    readonly key: string;
    readonly headersOf: SenderOfHeaders | null;
    readonly isDuringUpdates: boolean;
    readonly status: number;
  };
}
