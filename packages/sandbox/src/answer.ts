/** What the sandbox answers, before it becomes an HTTP response; and why it refuses. */

/** The body of an answer. */
export type AnswerBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown; readonly type?: string }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string | null };

/** An answer to one request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

/** Why a request is refused; the dialect chooses status and body by it. */
export type RefusalReason =
  | 'missing-credential'
  | 'bad-credential'
  | 'other-account'
  | 'not-found'
  | 'malformed-uuid'
  | 'invalid-body'
  | 'uuid-only'
  | 'invalid-query'
  | 'content-type'
  | 'body-too-large'
  | 'unknown-path'
  | 'target-failure'
  | 'limited';

/** A refusal: the reason, and a human-readable sentence. */
export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly detail: string;
}

/** What was requested, or why not. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

/** An outcome that holds a value. */
export function accepted<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** An outcome that is refused. */
export function refused(reason: RefusalReason, detail: string): Refusal {
  return { ok: false, reason, detail };
}

/** An answer with a JSON body. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, headers: {}, body: { kind: 'json', value } };
}

/** An answer without a body. */
export function emptyAnswer(status: number): Answer {
  return { status, headers: {}, body: { kind: 'none' } };
}
