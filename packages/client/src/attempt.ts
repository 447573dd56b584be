/** One attempt of a call: work that ends in time, and a request that is sent once. */
import type { Clock } from './clock.ts';
import { untilAborted } from './until-aborted.ts';

/** How work ended: with a value, or by what was thrown; by the time, where that is undefined. */
export type Ended<Value> = { value: Value; end: () => void } | { thrown: unknown };

/** An answer, and its body, or what became of it: of one that is no success it may still be on its way. */
export interface Answer {
  response: Response;
  body: Promise<{ bytes: ArrayBuffer; broken?: unknown }>;
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
  const ending = new AbortController();
  const end = (): void => {
    settle();
    ending.abort(signal?.reason);
  };
  const cancel = after(ms, end);
  signal?.addEventListener('abort', end);
  function settle(): void {
    cancel();
    signal?.removeEventListener('abort', end);
  }
  try {
    return { value: await untilAborted(async () => work(ending.signal, settle), ending.signal), end };
  } catch (thrown) {
    settle();
    if (signal?.aborted) throw thrown;
    return { thrown: ending.signal.aborted ? undefined : thrown };
  }
}

/**
 * Sends a request once. A success counts as an answer once its body is whole; of any other, status and headers decide
 * and the body may come later, or break off.
 *
 * @param began - is told of a response as soon as its headers are there
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  began: (response: Response) => void,
  ...[ms, clock, signal]: [number, Clock, AbortSignal | undefined]
): Promise<Ended<Answer>> {
  return await inTime(
    async (ending, settle) => {
      const response = await send(ending);
      began(response);
      const read = untilAborted(async () => response.arrayBuffer(), ending);
      if (response.ok) await read;
      const body = read.then(
        (bytes) => ({ bytes }),
        (broken: unknown) => ({ bytes: new ArrayBuffer(0), broken }),
      );
      void body.then(settle);
      return { response, body };
    },
    ms,
    clock,
    signal,
  );
}
