/** What is seen of the records of the list (List webhooks). */
import { identityOf } from '@outreach-api/model/records/page';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { MadeKind } from '../../rules/breaches/list-webhooks.ts';
import type { SenderOfHeaders } from '@outreach-api/model/records/exchange';

/** The pages of a walk; for each record, the documented fields it has. */
export interface ListedRecords {
  readonly pages: readonly (readonly JsonObject[])[];
}

/** The content of a record: its uuid may be in upper case at one time and in lower case at another. */
export function contentOf(record: JsonObject): string {
  return JSON.stringify({ ...record, uuid: identityOf(record) });
}

/** One list request, with a key that reads a sender profile before and after. */
export interface Listing {
  /** The query in readable form. */
  readonly query: string;
  /** Whose key was used. */
  readonly key: string;
  /** Whose headers it had in addition; null for none. */
  readonly headersOf: SenderOfHeaders | null;
  /** Whether a sender profile was being updated. */
  readonly isDuringUpdates: boolean;
  readonly ok: boolean;
  readonly status: number;
}

/** List requests with a key that other operations accept. */
export interface ListingsSeen {
  readonly listings: readonly Listing[];
}

/** A webhook that is known to exist. */
export interface MadeWebhook {
  readonly kind: MadeKind;
  /** In its canonical form. */
  readonly uuid: string;
}

/** Webhooks known to exist, oldest first, and the uuids that the list shows. */
export interface MadeWebhooksSeen extends ListedRecords {
  readonly made: readonly MadeWebhook[];
  readonly limit: number | null;
  /** Whose key was used. */
  readonly key: string;
  readonly listed: readonly string[];
}
