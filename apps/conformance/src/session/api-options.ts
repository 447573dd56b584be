/** What the list is requested with, and how requests are sent. */
import type { Credential } from '@outreach-api/model/records/credential';
import type { AddedHeaders } from './usual-headers.ts';
import type { BarrierParty } from '@outreach-api/wire/barrier';
import type { Exchange } from '@outreach-api/model/records/exchange';
import type { PathSpelling } from '@outreach-api/model/records/path-spelling';
import type { UuidSpelling } from '@outreach-api/model/records/uuid-spelling';

/** A query, and a body if the placement of a filter needs one. */
export interface ListRequest {
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** How the pages of a list are requested. */
export interface Paging {
  /** How many records on each page; null, or not set, requests no number. */
  readonly limit?: number | null;
  /** Whether the first page is requested without an offset: that may run different code. */
  readonly opensBare?: boolean;
  /** Whether a page may be one that another run has requested: see `Api.pageOfList`. */
  readonly recalls?: boolean;
}

/** How an `Api` sends: as whom, what for, and whether it waits out rate limits. */
export interface ApiOptions {
  readonly credential: Credential;
  readonly role: Exchange['role'];
  /** Set if a 429 response is what is looked for. */
  readonly impatient: boolean;
  /** The barrier at which the first request waits for others. */
  readonly party: BarrierParty | null;
  /** How the uuid in a path is written; as in the record if not set. */
  readonly spelled?: UuidSpelling;
  /** How the path is spelled; as usual if not set. */
  readonly path?: PathSpelling;
  /** Whether a page may be one that another run has requested: see `Api.pageOfList`. */
  readonly recalls: boolean;
  /** Whether reads are those of a client that caches: it asks whether what it keeps is current, and shows that. */
  readonly caches?: boolean;
  /** Headers in place of the usual ones, or in addition to them; those of a body are sent only with one. */
  readonly headers?: AddedHeaders;
  /** How JSON is written, as many libraries do: it means the same; compact if not set. */
  readonly writes?: 'in ASCII' | 'in ASCII, on several lines';
}
