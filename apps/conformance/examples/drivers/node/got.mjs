/**
 * got 16.1: `min(2 ** (attemptCount - 1) * 1000, backoffLimit) + random() * noise` ms, where noise is 100; a fifth of
 * it here. `Retry-After` is obeyed whatever its length unless `maxRetryAfter` is given. Its `limit` is 2 unless given.
 * It does not retry POST.
 */
import got from 'got';
import { answerCalls } from './calls.mjs';

const client = got.extend({
  retry: {
    limit: 4,
    calculateDelay: ({ retryAfter, computedValue }) =>
      retryAfter === undefined ? computedValue / 5 : computedValue,
  },
});

await answerCalls(
  { base: 200, factor: 2, cap: null, jitter: [1, 1.1], attempts: 5, retryAfterMax: null, from: 'end' },
  async ({ method, url, headers, json }) => {
    const response = await client(url, { method, headers, json });
    return { status: response.statusCode, text: response.body };
  },
);
