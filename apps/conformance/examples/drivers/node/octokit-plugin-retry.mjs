/**
 * @octokit/core 7.0 with @octokit/plugin-retry 8.1: `(retryCount + 1) ** 2 * retryAfterBaseValue`, which is quadratic,
 * so nothing can be declared. It ignores `Retry-After`. An Octokit carries the retry count of an abandoned request over
 * to the next one, whose first wait is therefore longer: here each call has its own Octokit.
 */
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { answerCalls } from './calls.mjs';

const RetryingOctokit = Octokit.plugin(retry);

await answerCalls(null, async ({ method, url, headers, json }) => {
  const octokit = new RetryingOctokit({ retry: { retryAfterBaseValue: 200, retries: 4 } });
  const body = json === undefined ? {} : { data: json };
  const { status, data = '' } = await octokit.request(`${method} ${url}`, { headers, ...body });
  return { status, text: typeof data === 'string' ? data : JSON.stringify(data) };
});
