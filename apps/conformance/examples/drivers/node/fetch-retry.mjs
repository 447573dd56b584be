/**
 * fetch-retry 6.0 on fetch: the same `retryDelay` before each retry unless a function is given, so that nothing can be
 * declared. It knows nothing of `Retry-After`.
 */
import fetchRetry from 'fetch-retry';
import { answerCalls, fetchInit } from './calls.mjs';

const client = fetchRetry(fetch, { retries: 4, retryDelay: 200, retryOn: [429] });

await answerCalls(null, async (wanted) => {
  const response = await client(wanted.url, fetchInit(wanted));
  return { status: response.status, text: await response.text() };
});
