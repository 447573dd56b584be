/** An in-process webhook target that remembers its calls: no socket delays a call before it can be checked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deliver } from '../src/index.ts';
import type { Receiver, ReceiverAnswer, ReceivedCall } from './receiver.ts';

/** The target, and a function that calls it. */
export interface SimulatedReceiver extends Receiver {
  readonly call: Deliver;
}

/** Creates a target that only `call` reaches. */
export function simulatedReceiver(): SimulatedReceiver {
  const url = 'http://127.0.0.1:1';
  const calls: ReceivedCall[] = [];
  const answer: ReceiverAnswer = { status: 200, body: 'received' };
  const receiver: SimulatedReceiver = {
    url,
    calls,
    answer,
    call: async ({ method, url: called, payload }) => {
      if (!URL.canParse(called) || new URL(called).origin !== url)
        return { kind: 'failed', reason: 'nobody is there', sent: false };
      const { pathname, search } = new URL(called);
      calls.push({ method, url: `${pathname}${search}`, body: payload ?? '', authorization: null });
      const { status, body, headers, delayMs = 0 } = receiver.answer;
      if (delayMs > 0) await sleep(delayMs);
      const type = headers === undefined ? 'text/plain' : (headers['content-type'] ?? null);
      return { kind: 'answered', status, type, body: Buffer.from(body) };
    },
  };
  return receiver;
}
