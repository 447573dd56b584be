/** The place where openapi-fetch is used: its types stay in here. */
import type { paths } from '@outreach-api/types';
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { CallOptions, ClientSettings } from './client-options.ts';
import { exchange } from './exchange.ts';
import type { Answered } from './exchange.ts';

/** What an operation has to hand to openapi-fetch so that the answer is left to {@link exchange}. */
interface SendInit {
  fetch: (request: Request) => Promise<Response>;
  parseAs: 'stream';
}

/** Sends one operation. */
export type Send = (
  options: CallOptions,
  operation: (api: Client<paths>, init: SendInit) => Promise<unknown>,
) => Promise<Answered>;

/**
 * Makes what the operations are sent with: the credential is added by middleware (section "Authentication"), the
 * attempts are made below it.
 */
export function createTransport(settings: ClientSettings): Send {
  const api = createClient<paths>({
    baseUrl: settings.baseUrl,
    headers: settings.headers,
    // A redirect would take the request, and on the same host the credential, somewhere that nobody named.
    redirect: 'manual',
  });
  api.use({
    async onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${await settings.token()}`);
      return request;
    },
  });
  return async (options, operation) => {
    const answers: Answered[] = [];
    await operation(api, {
      parseAs: 'stream',
      async fetch(request) {
        const answered = await exchange(request, settings, options);
        answers.push(answered);
        return answered.response;
      },
    });
    const [answered] = answers;
    if (answered === undefined)
      throw new Error('The operation was not sent: a fault of @outreach-api/client');
    return answered;
  };
}
