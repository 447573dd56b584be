/** Answers webhook calls with a function in this process, instead of the network. */
import type { Deliver } from './deliver.ts';

/** Plays the target of webhook calls. If it throws, the call has failed. */
export type DeliveryAnswer = (request: Request) => Response | Promise<Response>;

/** Delivers to a webhook target that is a function. */
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
