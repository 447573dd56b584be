/** All that the wire needs to know of whom it sends to. */

/** What a TLS connection needs beyond what this machine trusts: PEM texts. */
export interface TlsFiles {
  /** Certificates of authorities that are trusted besides those of the machine. */
  readonly ca: string | null;
  /** The client certificate to present, and its key. */
  readonly cert: string | null;
  readonly key: string | null;
  readonly passphrase: string | null;
}

/** Where a service is and how it is reached. */
export interface Destination {
  readonly baseUrl: string;
  /** Sent with every request, unless the request has its own; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsFiles;
  readonly requests: {
    readonly concurrency: number;
    /** Requests per second; null: as fast as `concurrency` allows. */
    readonly maxPerSecond: number | null;
    readonly timeoutMs: number;
  };
}

/** Whose answer a status is, as far as sending is concerned: a limit is waited out, a gateway is asked again. */
export type AnsweredBy = 'limit' | 'gateway' | 'service';

/** How requests to a service are sent. */
export interface WireOptions extends Destination {
  /** How long a limit is waited out, in milliseconds. */
  readonly limitMs: number;
  readonly answeredBy: (status: number) => AnsweredBy;
}
