/** Answers webhook calls by a function in this process, in place of the network. */
import type { Deliver } from './deliver.ts';

/** Plays the target of webhook calls. What it throws is a call that failed. */
export type DeliveryAnswer = (request: Request) => Response | Promise<Response>;

/** A way to a webhook's target that is a function. */
export function answeredInProcess(answer: DeliveryAnswer): Deliver {
  return async ({ method, url, payload }) => {
    try {
      const headers = payload === null ? {} : { 'content-type': 'application/json' };
      const response = await answer(new Request(url, { method, headers, body: payload }));
      return {
        kind: 'answered',
        status: response.status,
        type: response.headers.get('content-type'),
        body: new Uint8Array(await response.arrayBuffer()),
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', reason: `the call failed (${reason})`, sent: true };
    }
  };
}
