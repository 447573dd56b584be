/**
 * axios 1.21 with axios-retry 4.5 and its `exponentialDelay`: `2 ** retryNumber * 100` ms and up to a fifth more, or
 * `Retry-After` and up to a fifth more, whichever is longer. It does not retry POST.
 */
import { create } from 'axios';
import axiosRetry, { exponentialDelay } from 'axios-retry';
import { answerCalls } from './calls.mjs';

const client = create({ responseType: 'text', transformResponse: (text) => text });
axiosRetry(client, { retries: 4, retryDelay: exponentialDelay });

await answerCalls(
  { base: 200, factor: 2, cap: null, jitter: [1, 1.2], attempts: 5, retryAfterMax: null, from: 'end' },
  async ({ method, url, headers, json }) => {
    const response = await client.request({ method, url, headers, data: json });
    return { status: response.status, text: response.data };
  },
);
