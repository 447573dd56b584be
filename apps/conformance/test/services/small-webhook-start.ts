/** What the small service holds when it starts: its owner's affair, and no behaviour. */
import { randomUUID } from 'node:crypto';
import type { SmallWebhook } from './small-webhook-service.ts';

/** So many webhooks. */
export function startingWebhooks(count: number): SmallWebhook[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: randomUUID(),
    event: index % 2 === 0 ? 'contact_replied' : 'contact_exported',
    request_method: 'POST',
    target_url: `https://hooks.example.com/${index % 5}`,
  }));
}
