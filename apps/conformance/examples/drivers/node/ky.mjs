/**
 * ky 2.1, its default delay: `0.3 * (2 ** (attemptCount - 1)) * 1000` ms without jitter, `backoffLimit` and
 * `maxRetryAfter` infinite. Its `limit` is 2 unless given. It does not retry POST.
 */
import ky from 'ky';
import { answerCalls } from './calls.mjs';

const client = ky.create({ retry: { limit: 4 }, timeout: false });

await answerCalls(
  { base: 300, factor: 2, cap: null, jitter: 'none', attempts: 5, retryAfterMax: null, from: 'end' },
  async ({ method, url, headers, json }) => {
    const response = await client(url, { method, headers, json });
    return { status: response.status, text: await response.text() };
  },
);
