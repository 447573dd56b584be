/** A page's script: the client with the types of a browser, and without those of Node.js. */
import { createOutreachClient, NetworkError, withResponse } from '@outreach-api/client';
import type { SenderProfile, Webhook } from '@outreach-api/types';

const client = createOutreachClient({ baseUrl: location.origin, token: 'token', fetch: window.fetch });

/** What a page shows. */
export async function shown(uuid: string): Promise<[Webhook[], SenderProfile | undefined]> {
  const webhooks: Webhook[] = [];
  for await (const webhook of client.webhooks.iterate({ limit: 10 })) webhooks.push(webhook);
  try {
    const { data, response } = await withResponse(client.senderProfiles.get(uuid));
    document.title = response.headers.get('date') ?? '';
    return [webhooks, data];
  } catch (error) {
    if (error instanceof NetworkError) return [webhooks, undefined];
    throw error;
  }
}

/** Never called. */
export function mistakes(
  webhook: Webhook,
  profile: Awaited<ReturnType<typeof client.senderProfiles.get>>,
): void {
  // @ts-expect-error `uuid` is a string
  webhook.uuid satisfies number;
  // @ts-expect-error `label` may be null
  profile.label satisfies string;
}
