/** A target, and all that its owner provides and allows. */
import type { TlsFiles } from '@outreach-api/wire/wire-options';
import type { Provision } from './provision.ts';

/** Where a filter object goes in a request; the description does not show it. */
export type FilterPlacement = 'query-json' | 'query-brackets' | 'body-json';

/** What the suite may do to a target beyond reading. */
export interface Allowed {
  /** How many API keys may be created. */
  readonly createApiKeys: number;
  /** How many webhook calls may be requested. */
  readonly deliveries: number;
  readonly updates: boolean;
  readonly deletes: boolean;
  /** How many requests may be spent on reaching the rate limit. */
  readonly flood: number;
  /** Whether requests may carry random, tampered and forged credentials, which a lockout or firewall may react to. */
  readonly forgedCredentials: boolean;
}

/** A target, and all that its owner provides and allows: the target file with its defaults filled in. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  /** Where the key comes from, in words; null if that is not known. */
  readonly tokenFrom: string | null;
  readonly otherAccountToken: string | null;
  readonly expiredToken: string | null;
  readonly fixtures: {
    readonly senderProfiles: readonly string[];
    readonly disposableSenderProfiles: readonly string[];
    readonly disposableWebhooks: readonly string[];
  };
  readonly provision: Provision | null;
  /** Sent with every request, e.g. for a gateway; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsFiles;
  /**
   * What `curl` needs besides the request to reach it: `headers` and `tls`, values from the environment by their names.
   */
  readonly curlOptions: readonly string[];
  readonly allow: Allowed;
  readonly receiver: { readonly listen: string; readonly publicUrl: string | null };
  readonly filter: {
    readonly placement: 'auto' | 'none' | FilterPlacement;
    readonly fields: readonly string[] | null;
  };
  readonly requests: {
    readonly concurrency: number;
    /** Requests per second; null: as fast as `concurrency` allows. */
    readonly maxPerSecond: number | null;
    readonly timeoutMs: number;
    /** How long a target that no longer answers as before is given to recover; a rate limit gets twice as long. */
    readonly patienceMs: number;
  };
}

/** A target as it is written down: only `baseUrl` and `token` are required. */
export interface TargetInput extends Pick<Target, 'baseUrl' | 'token'> {
  readonly tokenFrom?: string | null;
  readonly otherAccountToken?: string | null;
  readonly expiredToken?: string | null;
  readonly fixtures?: Partial<Target['fixtures']>;
  readonly provision?: Provision | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: Partial<TlsFiles>;
  readonly curlOptions?: readonly string[];
  readonly allow?: Partial<Allowed>;
  readonly receiver?: Partial<Target['receiver']>;
  readonly filter?: Partial<Target['filter']>;
  readonly requests?: Partial<Target['requests']>;
}

const nothingAllowed: Allowed = {
  createApiKeys: 0,
  deliveries: 0,
  updates: false,
  deletes: false,
  flood: 0,
  forgedCredentials: true,
};

/** Fills in the defaults: nothing is allowed, nothing is provided. */
export function completeTarget(input: TargetInput): Target {
  return {
    baseUrl: input.baseUrl.replace(/\/+$/, ''),
    token: input.token,
    tokenFrom: input.tokenFrom ?? null,
    otherAccountToken: input.otherAccountToken ?? null,
    expiredToken: input.expiredToken ?? null,
    fixtures: { senderProfiles: [], disposableSenderProfiles: [], disposableWebhooks: [], ...input.fixtures },
    provision: input.provision ?? null,
    headers: lowerCased(input.headers ?? {}),
    tls: { ca: null, cert: null, key: null, passphrase: null, ...input.tls },
    curlOptions: input.curlOptions ?? [],
    allow: { ...nothingAllowed, ...input.allow },
    receiver: { listen: '127.0.0.1:0', publicUrl: null, ...input.receiver },
    filter: { placement: 'auto', fields: null, ...input.filter },
    requests: {
      concurrency: 8,
      maxPerSecond: null,
      timeoutMs: 10_000,
      patienceMs: 60_000,
      ...input.requests,
    },
  };
}

/** Whether a run may change anything on a target, or make it call somebody. */
export function mayChange({ allow }: Target): boolean {
  return allow.createApiKeys > 0 || allow.deliveries > 0 || allow.updates || allow.deletes;
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
