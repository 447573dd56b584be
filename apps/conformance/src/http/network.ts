/** The seam between the suite and the world: how requests reach the target, and how its calls reach the suite. */
import type { Target } from '../target/target.ts';
import type { SentRequest } from '../records/exchange.ts';

/** The answer to a request, of which the body is still to be read. */
export interface WireAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
}

/** Sends requests to one target. */
export interface Wire {
  /**
   * Sends a request once; resolves when the head of its answer is there.
   *
   * @throws an error with a `code` where no answer comes, or the reason of `signal`
   */
  send(request: SentRequest, signal: AbortSignal): Promise<WireAnswer>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** A call as it came: the body's length, and its beginning. */
export interface IncomingCall {
  readonly method: string;
  /** Path and query, or a whole address. */
  readonly path: string;
  readonly length: number;
  readonly head: string;
}

/** What a call is answered with. */
export interface CallAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What becomes of a call. */
export interface CallTaken {
  /** How long it takes to answer, in milliseconds. */
  readonly delayMs: number;
  readonly answer: CallAnswer;
  /** To be told where the caller hangs up before it is answered. */
  hungUp(): void;
}

/** Listens for calls of the target. */
export interface CallListener {
  /** Its base address, without a slash at the end. */
  readonly url: string;
  /** Stops to listen. */
  close(): Promise<void>;
}

/** How requests reach the target, and how its calls reach the suite. */
export interface Network {
  /** A way to the target. Nothing is sent yet. */
  connect(target: Target): Wire;
  /**
   * Listens for calls.
   *
   * @param listen - host and port
   * @throws ConfigurationError where that cannot be listened on
   */
  listen(listen: string, take: (call: IncomingCall) => CallTaken): Promise<CallListener>;
}
