/**
 * fetch-retry 6.0 on fetch: the same `retryDelay` before each of 3 retries, 1 s unless given, which is not exponential,
 * so nothing can be declared. It ignores `Retry-After`.
 */
import fetchRetry from 'fetch-retry';
import { answerCalls, fetchInit } from './calls.mjs';

const client = fetchRetry(fetch, { retryOn: [429] });

await answerCalls(null, async (wanted) => {
  const response = await client(wanted.url, fetchInit(wanted));
  return { status: response.status, text: await response.text() };
});
