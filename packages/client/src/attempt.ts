/** One attempt of a call: work that ends in time, and a request that is sent once. */
import type { Clock } from './clock.ts';
import { untilAborted } from './until-aborted.ts';

/** How work ended: with a value, or by what was thrown; by the time, where that is undefined. */
export type Ended<Value> = { value: Value; end: () => void } | { thrown: unknown };

/** What came of a body; nothing is left of one that broke off. */
export interface Body {
  bytes: ArrayBuffer;
  broken?: unknown;
}

/** An answer, and its body, or what became of it: of one that is no success it may still be on its way. */
export interface Answer {
  response: Response;
  body: Body | Promise<Body>;
}

/**
 * Does some work, for at most `ms` milliseconds.
 *
 * @param work - its signal ends it, also after its value is there, until `end` is called
 * @throws the signal's reason where it aborts
 */
export async function inTime<Value>(
  work: (signal: AbortSignal, settle: () => void) => Promise<Value>,
  ms: number,
  { after }: Clock,
  signal: AbortSignal | undefined,
): Promise<Ended<Value>> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  let cancel: (() => void) | undefined;
  let end: (() => void) | undefined;
  const settle = (): void => {
    cancel?.();
    if (end) signal?.removeEventListener('abort', end);
  };
  // No listener on the signal of its own: on the path of each call it would cost more than all else in here.
  return await new Promise((resolve, reject) => {
    const stop = (): void => {
      settle();
      ending.abort(signal?.reason);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ thrown: undefined });
    };
    end = stop;
    cancel = after(ms, stop);
    signal?.addEventListener('abort', stop);
    work(ending.signal, settle).then(
      (value) => resolve({ value, end: stop }),
      (thrown: unknown) => {
        settle();
        resolve({ thrown });
      },
    );
  });
}

/**
 * Sends a request once. A success counts as an answer once its body is whole; of any other, status and headers decide
 * and the body may come later, or break off.
 *
 * @param began - is told of a response as soon as its headers are there
 */
export function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  began: (response: Response) => void,
  ...[ms, clock, signal]: [number, Clock, AbortSignal | undefined]
): Promise<Ended<Answer>> {
  return inTime(
    async (ending, settle) => {
      const response = await send(ending);
      began(response);
      if (!response.ok) return { response, body: bodyInTime(response, ending).finally(settle) };
      const bytes = await response.arrayBuffer();
      settle();
      return { response, body: { bytes } };
    },
    ms,
    clock,
    signal,
  );
}

async function bodyInTime(response: Response, signal: AbortSignal): Promise<Body> {
  try {
    return { bytes: await untilAborted(async () => response.arrayBuffer(), signal) };
  } catch (broken) {
    return { bytes: new ArrayBuffer(0), broken };
  }
}
