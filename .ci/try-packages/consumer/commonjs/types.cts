/** A file in CommonJS that uses the types, which TypeScript finds for it under every `module`. */
import type { Filter, Webhook, WebhookEvent } from '@outreach-api/types';

/** Never called. */
export function mistakes(webhook: Webhook): [Filter<Webhook>, WebhookEvent] {
  // @ts-expect-error `uuid` is a string
  webhook.uuid satisfies number;
  // @ts-expect-error no such field
  return [{ evnt: 'x' }, webhook.event];
}
