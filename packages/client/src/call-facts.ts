/** What is known about a call: its request, and its last answer. */
import type { Mask } from './masking.ts';

/** The request that it is about. */
export interface RequestSummary {
  method: string;
  url: string;
}

/** What is known about a call. */
export interface CallFacts extends RequestSummary {
  /** How many attempts were made. */
  attempts: number;
  /** The last answer, if one started. */
  response?: Response | undefined;
  /** The body of the last answer, once it has been read. */
  bytes?: ArrayBuffer | undefined;
  /** Why the body of the last answer is incomplete. */
  broken?: unknown;
  /** Whether the answer may be that of a webhook's target. */
  isWebhookTest: boolean;
  /** What an unsuccessful answer asks to wait, in milliseconds; null if it does not say. */
  retryAfterMs: number | null;
  /** Removes the credential from what is reported. */
  mask: Mask;
  /** Each of them ends the call. */
  signals: readonly AbortSignal[];
}

/** A call whose answer has been read. */
export interface AnswerFacts extends CallFacts {
  response: Response;
  bytes: ArrayBuffer;
}

/** Whether the answer of a call has been read. */
export function isAnswered<Call extends CallFacts>(call: Call): call is Call & AnswerFacts {
  return call.bytes !== undefined;
}

/** What may be reported about a call: its request without the credential, the status and the id of the last answer. */
export function factsOf({ method, url, attempts, mask, response }: CallFacts): {
  request: RequestSummary;
  attempt: number;
  status: number | null;
  requestId: string | null;
} {
  const ids = ['x-request-id', 'request-id', 'x-correlation-id'];
  return {
    request: { method, url: mask(url) },
    attempt: attempts,
    status: response?.status ?? null,
    requestId: ids.map((name) => response?.headers.get(name)).find(Boolean) ?? null,
  };
}

const decoder = /* @__PURE__ */ new TextDecoder();

/** The body of an answer as text. */
export function bodyOf({ bytes }: AnswerFacts): string {
  return decoder.decode(bytes);
}

/**
 * The response, with its body to be read again. It is created on demand: cloning each response before it is read takes
 * longer than all else that a call does.
 */
export function unread({ response, bytes }: { response: Response; bytes: ArrayBuffer }): Response {
  // No body was read, or the status is one that cannot be constructed.
  if (response.body === null || response.status > 599) return response;
  return Object.defineProperty(new Response(bytes, response), 'url', { value: response.url });
}

/** The body of an answer as JSON; undefined if it is not JSON. */
export function jsonOf(answer: AnswerFacts) {
  try {
    return JSON.parse(bodyOf(answer));
  } catch {
    return undefined;
  }
}
