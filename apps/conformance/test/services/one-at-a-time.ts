/** A gateway in front of a service that handles one request of a kind at a time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Gateway } from '../judge-sandbox.ts';

/** How requests are refused in parallel with another of their kind. */
export interface Refusing {
  readonly status: number;
  /** How long each of them takes at least, in milliseconds. */
  readonly takesMs: number;
}

/** A gateway, and how many requests it has refused. */
export interface OneAtATime {
  readonly gateway: Gateway;
  readonly refused: () => number;
}

/** Accepts one request of a kind at a time, and refuses others of that kind meanwhile. */
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
