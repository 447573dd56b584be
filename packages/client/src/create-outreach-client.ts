/** The client itself: the seven operations by resource. */
import { createApiKeys } from './api-keys.ts';
import type { ClientSettings } from './call-settings.ts';
import type { OutreachClientOptions } from './client-options.ts';
import type { OutreachClient } from './outreach-client.ts';
import { readClientOptions, readOptions, sharedNames } from './read-options.ts';
import { createRequest } from './request.ts';
import { createSenderProfiles } from './sender-profiles.ts';
import { createTransport } from './transport.ts';
import { createWebhooks } from './webhooks.ts';

/**
 * Creates a client of the API (section "Endpoints"). Every request carries the bearer credential (section
 * "Authentication"); 429 is retried with exponential backoff (section "Errors"). Times are in milliseconds.
 *
 * @example
 * ```ts
 * const client = createOutreachClient({ baseUrl: 'https://outreach.example.com', token: process.env.OUTREACH_TOKEN });
 * for await (const webhook of client.webhooks.iterate()) console.log(webhook.target_url);
 * ```
 *
 * @throws TypeError or RangeError for an option that cannot be used
 */
export function createOutreachClient(options: OutreachClientOptions): OutreachClient {
  return clientOf(readClientOptions(options));
}

function clientOf(settings: ClientSettings): OutreachClient {
  const send = createTransport(settings);
  return {
    apiKeys: createApiKeys(send),
    webhooks: createWebhooks(send, settings.filterPlacement),
    senderProfiles: createSenderProfiles(send),
    request: createRequest(send),
    with: (options) => clientOf(readOptions(settings, options, sharedNames)),
  };
}
