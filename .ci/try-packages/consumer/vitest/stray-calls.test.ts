/**
 * Calls of the client that the mock cannot match: each fails at once, so that the test does not run into its timeout.
 */
import { createOutreachClient, NetworkError } from '@outreach-api/client';
import { mockOutreach as mockFetch } from '@outreach-api/sandbox/fetch';
import { mockOutreach } from '@outreach-api/sandbox/nock';
import { expect, test } from 'vitest';

const elsewhere = ['https://outreach.test/v2', 'https://elsewhere.test'];

test.each(elsewhere)('to %s, by nock', async (baseUrl) => {
  using sandbox = mockOutreach();
  const client = createOutreachClient({ baseUrl, token: sandbox.token });
  await expect(client.webhooks.list()).rejects.toThrow(NetworkError);
  expect(sandbox.takeUnmatched()).toHaveLength(1);
});

test.each(elsewhere)('to %s, by a fetch function', async (baseUrl) => {
  using sandbox = mockFetch();
  const { token, fetch } = sandbox;
  const client = createOutreachClient({ baseUrl, token, fetch });
  await expect(client.webhooks.list()).rejects.toThrow(NetworkError);
  expect(sandbox.takeUnmatched()).toHaveLength(1);
});
