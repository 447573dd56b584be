/**
 * undici 8.12, RetryAgent: `min(minTimeout * timeoutFactor ** (counter - 1), maxTimeout)`; `maxTimeout`, 30 s, also
 * caps `Retry-After`. It does not retry POST.
 */
import { Agent, RetryAgent, request } from 'undici';
import { answerCalls, fetchInit } from './calls.mjs';

const dispatcher = new RetryAgent(new Agent(), { minTimeout: 200, maxRetries: 4 });

await answerCalls(
  { base: 200, factor: 2, cap: 30_000, jitter: 'none', attempts: 5, retryAfterMax: 30, from: 'end' },
  async (wanted) => {
    const response = await request(wanted.url, { dispatcher, ...fetchInit(wanted) });
    return { status: response.statusCode, text: await response.body.text() };
  },
);
