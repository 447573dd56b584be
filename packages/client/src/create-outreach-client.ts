/** The client itself: the seven operations by resource. */
import { createApiKeys } from './api-keys.ts';
import { readClientOptions } from './client-options.ts';
import type { OutreachClientOptions } from './client-options.ts';
import type { OutreachClient } from './outreach-client.ts';
import { createSenderProfiles } from './sender-profiles.ts';
import { createTransport } from './transport.ts';
import { createWebhooks } from './webhooks.ts';

/**
 * Makes a client of the API (section "Endpoints"). Every request carries the bearer credential (section
 * "Authentication"); 429 is tried again with exponential backoff (section "Errors"). Times are in milliseconds.
 *
 * @throws TypeError or RangeError for an option that cannot be used
 */
export function createOutreachClient(options: OutreachClientOptions): OutreachClient {
  const settings = readClientOptions(options);
  const send = createTransport(settings);
  return {
    apiKeys: createApiKeys(send),
    webhooks: createWebhooks(send, settings.filterPlacement),
    senderProfiles: createSenderProfiles(send),
  };
}
