/** The seam between the suite and the world: how requests reach the target, and how its calls reach the suite. */
import type { SentRequest } from './exchange.ts';
import type { Destination } from './wire-options.ts';

/** The answer to a request, whose body is still unread. */
export interface WireAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
}

/** Sends requests to one target. */
export interface Wire {
  /**
   * Sends a request once; resolves when the head of its answer has arrived.
   *
   * @throws an error with a `code` if no answer comes, or the reason of `signal`
   */
  send(request: SentRequest, signal: AbortSignal): Promise<WireAnswer>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** A received call: the beginning of its body, and the body's length. */
export interface IncomingCall {
  readonly method: string;
  /** Path and query, or a whole address. */
  readonly path: string;
  readonly length: number;
  readonly head: string;
}

/** The answer to a call. */
export interface CallAnswer {
  readonly status: number;
  /** Null for none. */
  readonly type: string | null;
  readonly body: string | Uint8Array;
}

/** How a call is handled. */
export interface CallReceipt {
  /** How long to wait before answering, in milliseconds. */
  readonly delayMs: number;
  readonly answer: CallAnswer;
  /** To be called if the caller hangs up before the answer. */
  hungUp(): void;
}

/** Listens for calls of the target. */
export interface CallListener {
  /** Its base address, without a slash at the end. */
  readonly url: string;
  /** Stops listening. */
  close(): Promise<void>;
}

/** How requests reach the target, and how its calls reach the suite. */
export interface Network {
  /** A way to the target. Nothing is sent yet. */
  connect(destination: Destination): Wire;
  /**
   * Listens for calls.
   *
   * @param listen - host and port
   * @throws ConfigurationError if that cannot be listened on
   */
  listen(listen: string, take: (call: IncomingCall) => CallReceipt): Promise<CallListener>;
}
