/** The lines of a ledger on disk: what the suite is about to do to a target, and the outcome. */
import type { JsonObject } from '@outreach-api/model/records/is-record';

/** What the suite can have made or deleted. */
export type MadeKind = 'webhook' | 'sender profile';

/** The first line: which run, and which target. */
export interface LedgerHead {
  readonly kind: 'run';
  readonly format: 1;
  /** The run's id, which is also part of everything it makes. */
  readonly run: string;
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly pid: number;
  readonly host: string;
}

/** Something that is about to be sent; `n` identifies it, and recurs once its outcome is known. */
export type Intent =
  | { readonly kind: 'creating key'; readonly n: number; readonly name: unknown }
  | { readonly kind: 'calling'; readonly n: number; readonly method: string; readonly url: string }
  | { readonly kind: 'updating'; readonly n: number; readonly uuid: string; readonly fields: unknown }
  | { readonly kind: 'deleting'; readonly n: number; readonly what: MadeKind; readonly uuid: string }
  | { readonly kind: 'making'; readonly n: number; readonly what: MadeKind; readonly mark: string };

/** The outcome of something, or what was found before it. */
export type Outcome =
  /** A sender profile as it was before the run updated it: only fields that can be written. */
  | {
      readonly kind: 'profile';
      readonly uuid: string;
      readonly before: JsonObject;
      /** Set if it may be deleted: then it need not be restored. */
      readonly disposable?: boolean;
    }
  /** The target's answer to an update: values as it writes them. */
  | { readonly kind: 'updated'; readonly uuid: string; readonly shown: JsonObject }
  | { readonly kind: 'created key'; readonly n: number; readonly jti: string }
  | { readonly kind: 'made'; readonly n: number; readonly what: MadeKind; readonly uuid: string }
  /** The target refused it: it had no effect. */
  | { readonly kind: 'refused'; readonly n: number }
  | { readonly kind: 'gone'; readonly what: MadeKind; readonly uuid: string }
  | { readonly kind: 'restored'; readonly uuid: string }
  /** Something else that cannot be undone. */
  | { readonly kind: 'note'; readonly text: string }
  /** Everything that can be undone has been. */
  | { readonly kind: 'finished' };

/** A line after the first. `at`: ISO 8601, UTC. `masked`: a credential was removed from it, so it is not exact. */
export type LedgerLine = (Intent | Outcome) & { readonly at: string; readonly masked?: true };
