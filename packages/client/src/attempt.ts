/** One attempt of a call: a request that is sent once and that ends in time. */
import type { Clock } from './clock.ts';
import { untilAborted } from './until-aborted.ts';

/** The body of an answer; what there is of it where it broke off. */
export interface Body {
  bytes: ArrayBuffer;
  /** Why it is not whole. */
  broken?: unknown;
}

/** An answer came. Of one that is no success the body is still on its way: status and headers decide without it. */
export interface Answered {
  response: Response;
  /** Never rejects. */
  body: Body | Promise<Body>;
  /** Ends what is still under way of it. */
  end: () => void;
}

/** No whole answer came in time. */
export interface Unanswered {
  response: Response | undefined;
  /** What `fetch` threw; undefined where the time was over. */
  thrown: unknown;
  timedOut: boolean;
}

/**
 * Makes one attempt. A success counts as an answer once its body is whole.
 *
 * @param send - sends the request; the signal ends it
 * @param timeoutMs - how long it may take, its body included, in milliseconds
 * @throws the signal's reason where it aborts
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  timeoutMs: number,
  { after }: Clock,
  signal: AbortSignal | undefined,
): Promise<Answered | Unanswered> {
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal?.reason);
  const cancel = after(timeoutMs, stop);
  signal?.addEventListener('abort', stop);
  const settle = (): void => {
    cancel();
    signal?.removeEventListener('abort', stop);
  };
  const end = (): void => {
    settle();
    stop();
  };
  let response: Response | undefined;
  try {
    return await untilAborted(async () => {
      response = await send(ending.signal);
      if (!response.ok) return { response, body: bodyInTime(response, ending.signal, settle), end };
      const bytes = await response.arrayBuffer();
      settle();
      return { response, body: { bytes }, end: settle };
    }, ending.signal);
  } catch (thrown) {
    settle();
    if (signal?.aborted) throw thrown;
    return { response, thrown, timedOut: ending.signal.aborted };
  }
}

async function bodyInTime(response: Response, signal: AbortSignal, settle: () => void): Promise<Body> {
  try {
    return { bytes: await untilAborted(async () => response.arrayBuffer(), signal) };
  } catch (broken) {
    return { bytes: new ArrayBuffer(0), broken };
  } finally {
    settle();
  }
}
