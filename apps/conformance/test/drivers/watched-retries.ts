/** Keeps the retries that a client makes while it is judged. */
import { retriesOfCall } from '../../src/clients/backoff/find-retries.ts';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import type { Driver } from '../../src/clients/driver/driver.ts';
import type { ScriptedService } from '../../src/clients/service/scripted-service.ts';
import type { ServicePlace } from '../../src/clients/service/service-place.ts';

/** A driver and the place of its services, both unchanged, and the retries that were seen there. */
export interface WatchedRetries {
  readonly driver: Driver;
  readonly place: ServicePlace;
  /** The retries so far after answers without `Retry-After`. */
  readonly sequences: readonly RetrySequence[];
}

/** Watches a driver and the place of its services. */
export function watchRetries(driver: Driver, place: ServicePlace): WatchedRetries {
  const services = new Map<string, ScriptedService>();
  const sequences: RetrySequence[] = [];
  return {
    sequences,
    place: {
      open: async (service) => {
        const open = await place.open(service);
        services.set(open.baseUrl, service);
        return open;
      },
    },
    driver: {
      make: async (request, where) => {
        const outcome = await driver.make(request, where);
        const exchanges = services.get(where.baseUrl)?.exchanges ?? [];
        const found = retriesOfCall({ exchanges, epoch: null }, outcome.kind === 'no answer').sequences;
        // A walk also requests pages that are not retries.
        if (request.call !== 'webhooks.all') sequences.push(...found.filter(isOwnWait));
        return outcome;
      },
    },
  };
}

function isOwnWait({ attempts }: RetrySequence): boolean {
  return attempts.every(({ retryAfter }) => retryAfter === null);
}
