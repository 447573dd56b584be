/** openapi-fetch 0.17: it never retries. */
import createClient from 'openapi-fetch';
import { answerCalls } from './calls.mjs';

await answerCalls(null, async ({ method, url, headers, json }) => {
  const client = createClient({ headers });
  const { response, data } = await client.request(method.toLowerCase(), url, { body: json, parseAs: 'text' });
  return { status: response.status, text: data ?? '' };
});
