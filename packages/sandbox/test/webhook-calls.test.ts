/** The calls that the sandbox makes to the targets of webhook tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, serveSandbox } from '../src/index.ts';
import { configuration } from './configuration.ts';
import { openProbe } from './probe.ts';
import { openReceiver } from './receiver.ts';
import type { OpenReceiver } from './receiver.ts';

let receiver: OpenReceiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(async () => receiver.close());

describe('webhook calls', () => {
  test('carry no credential and follow no redirect', async () => {
    const probe = await openProbe();
    receiver.answer = { status: 302, body: 'elsewhere', headers: { location: `${receiver.url}/elsewhere` } };
    const before = receiver.calls.length;
    const { json } = await probe.test(configuration(`${receiver.url}/here`));
    expect(json).toEqual({ status: 302, body: 'elsewhere' });
    expect(receiver.calls.slice(before)).toMatchObject([{ url: '/here', authorization: null }]);
  });

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[fd00::1]/',
    'http://0.0.0.0:1/',
    'http://93.184.216.34/',
  ])('do not go to %s', async (target) => {
    const probe = await openProbe();
    const { status, json } = await probe.test(configuration(target));
    expect(status).toBe(502);
    expect(json['detail']).toMatch(/not on loopback and not among the hosts/);
    expect(probe.sandbox.record).toMatchObject([{ effect: 'none' }]);
  });

  test('go to loopback by name too', async () => {
    receiver.answer = { status: 200, body: 'named' };
    const probe = await openProbe();
    const { json } = await probe.test(configuration(receiver.url.replace('127.0.0.1', 'localhost')));
    expect(json).toEqual({ status: 200, body: 'named' });
  });

  test('end after their timeout', async () => {
    const probe = await openProbe({ deliveries: { timeoutMs: 20 } });
    const hanging = await openHanging();
    const { status, json } = await probe.test(configuration(hanging.url));
    await hanging.close();
    expect(status).toBe(502);
    expect(json['detail']).toBe('the target did not answer in time');
    expect(probe.sandbox.record).toMatchObject([{ effect: 'delivered' }]);
  });
});

async function openHanging(): Promise<{ url: string; close(): Promise<void> }> {
  const sandbox = await createSandbox({ latencyMs: 60_000 });
  return serveSandbox(sandbox);
}
