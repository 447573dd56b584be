/**
 * p-retry 9.0 around fetch: `minTimeout * factor ** (attempt - 1)`, with `randomize` up to twice that. It is
 * independent of HTTP, and so ignores `Retry-After`.
 */
import pRetry from 'p-retry';
import { answerCalls, fetchInit } from './calls.mjs';

await answerCalls(
  { base: 200, factor: 2, cap: null, jitter: [1, 2], attempts: 5, retryAfterMax: 0, from: 'end' },
  async (wanted) => {
    return pRetry(
      async () => {
        const response = await fetch(wanted.url, fetchInit(wanted));
        const text = await response.text();
        if (response.status === 429) throw Object.assign(new Error('limited'), { status: 429 });
        return { status: response.status, text };
      },
      { retries: 4, minTimeout: 200, factor: 2, randomize: true },
    );
  },
);
