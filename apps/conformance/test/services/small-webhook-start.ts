/** The initial data of the small service: its owner's business, not behaviour. */
import { randomUUID } from 'node:crypto';
import type { SmallWebhook } from './small-webhook-service.ts';

/** This many webhooks. */
export function startingWebhooks(count: number): SmallWebhook[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: randomUUID(),
    event: index % 2 === 0 ? 'contact_replied' : 'contact_exported',
    request_method: 'POST',
    target_url: `https://hooks.example.com/${index % 5}`,
  }));
}
