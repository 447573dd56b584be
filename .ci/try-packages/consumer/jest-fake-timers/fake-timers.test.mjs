/** Under jest's fake timers as they come, which hold `process.nextTick`, for which nock waits. */
import { request } from 'node:https';
import { jest } from '@jest/globals';
import { createOutreachClient } from '@outreach-api/client';
import { mockOutreach, UnmatchedRequestsError } from '@outreach-api/sandbox/nock';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a call is answered', async () => {
  const { baseUrl, token, close } = mockOutreach({ webhooks: 3 });
  const client = createOutreachClient({ baseUrl, token });
  expect((await client.webhooks.list()).total).toBe(3);
  close();
});

test('a request that only nock can answer fails with the reason, and no later test with it', async () => {
  const sandbox = mockOutreach();
  const error = await new Promise((resolve) => {
    request(`${sandbox.baseUrl}/integrations/api/webhooks`).once('error', resolve).end();
  });
  expect(String(error)).toContain("jest.useFakeTimers({ doNotFake: ['nextTick'] })");
  expect(() => sandbox.close()).toThrow(UnmatchedRequestsError);
  mockOutreach().close();
});
