/** A sandbox that can start over, while its credentials, record and deliveries stay the same objects. */
import type { DeliveryAnswer } from '../delivery/answered-in-process.ts';
import type { Sandbox, SandboxOptions } from '../sandbox-options.ts';
import { createStartedSandbox } from '../started-sandbox.ts';
import type { MockChanges, MockDelivery } from './outreach-mock.ts';

/** The sandbox behind a mock. */
export interface RenewableSandbox {
  readonly now: () => Sandbox;
  readonly deliveries: readonly MockDelivery[];
  /** Starts over, with these options on top of the original ones. */
  readonly renew: (changes: MockChanges) => void;
}

/**
 * Creates a sandbox whose webhook calls are answered by a function.
 *
 * @throws the errors of `createSandbox`
 */
export function renewableSandbox(
  options: SandboxOptions,
  onDelivery: DeliveryAnswer = () => new Response('ok'),
): RenewableSandbox {
  const deliveries: MockDelivery[] = [];
  const answer: DeliveryAnswer = async (request) => {
    const body = request.body === null ? null : await request.clone().text();
    deliveries.push({ method: request.method, url: request.url, body });
    return onDelivery(request);
  };
  let started = createStartedSandbox({ ...options, deliveries: { answer } });
  return {
    now: () => started.sandbox,
    deliveries,
    renew: (changes) => {
      const dialect = { ...options.dialect, ...changes.dialect };
      const changed = { ...options, ...changes, dialect, deliveries: { answer } };
      const next = createStartedSandbox(changed, started);
      started.sandbox.close();
      started = next;
      deliveries.length = 0;
    },
  };
}
