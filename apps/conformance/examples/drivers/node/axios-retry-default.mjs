/**
 * axios 1.21 with axios-retry 4.5 and its default `noDelay`, which obeys `Retry-After` and otherwise does not wait: not
 * exponential, so nothing can be declared.
 */
import { create } from 'axios';
import axiosRetry from 'axios-retry';
import { answerCalls } from './calls.mjs';

const client = create({ responseType: 'text', transformResponse: (text) => text });
axiosRetry(client, { retries: 8 });

await answerCalls(null, async ({ method, url, headers, json }) => {
  const response = await client.request({ method, url, headers, data: json });
  return { status: response.status, text: response.data };
});
