/** A gateway before a service that does one thing of a kind at a time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Gateway } from '../judge-sandbox.ts';

/** How requests beside another of their kind are refused. */
export interface Refusing {
  readonly status: number;
  /** For how long each of them is under way at least, in milliseconds. */
  readonly takesMs: number;
}

/** A gateway, and how many requests it has refused. */
export interface OneAtATime {
  readonly gateway: Gateway;
  readonly refused: () => number;
}

/** Lets in one request of a kind at a time, and refuses others of it meanwhile. */
export function oneAtATime(
  isMeant: (request: Request) => boolean,
  { status, takesMs }: Refusing,
): OneAtATime {
  let [isBusy, refused] = [false, 0];
  const gateway: Gateway = async (request, pass) => {
    if (!isMeant(request)) return pass(request);
    if (isBusy) {
      refused += 1;
      return Response.json({ message: 'another one is under way' }, { status });
    }
    isBusy = true;
    try {
      await wait(takesMs);
      return await pass(request);
    } finally {
      isBusy = false;
    }
  };
  return { gateway, refused: () => refused };
}
