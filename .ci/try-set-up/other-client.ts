/** Another client of the same account: webhooks appear and vanish, a profile changes. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SeenRequest, Staging } from './staging.ts';

const pauseMs = 400;
const label = 'Changed by a colleague';

/** Another client that works until it is stopped. */
export interface OtherClient {
  /** Whether a request was one of its own. */
  sent(request: SeenRequest): boolean;
  /** Data of the sandbox without the records that it touched. */
  withoutTouched(snapshot: unknown): unknown;
  stop(): Promise<void>;
}

/** Makes and deletes webhooks, and updates a profile, over and over. */
export function startOtherClient({ url, colleagueToken }: Staging, profile: string): OtherClient {
  const touched = new Set([profile]);
  const headers = { authorization: `Bearer ${colleagueToken}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const stop = new AbortController();

  const work = async (): Promise<void> => {
    for (let round = 1; !stop.signal.aborted; round += 1) {
      const made: unknown = await (
        await send('POST', '/_sandbox/webhooks', {
          event: 'message_sent',
          request_method: 'POST',
          target_url: `https://example.com/colleague/${round}`,
        })
      ).json();
      const uuid = uuidIn(made);
      touched.add(uuid);
      await wait(pauseMs);
      await send('PUT', `/flows/api/sender-profiles/${profile}`, { label: `${label} ${round}` });
      await wait(pauseMs);
      for (let tries = 0; tries < 20; tries += 1) {
        if ((await send('DELETE', `/integrations/api/webhooks/${uuid}`)).status !== 429) break;
        await wait(pauseMs);
      }
    }
  };
  const working = work();
  return {
    sent: ({ path, body }) => [...touched].some((uuid) => path.includes(uuid)) || body.includes(label),
    withoutTouched: (snapshot) => withoutRecords(snapshot, touched),
    stop: async () => {
      stop.abort();
      await working;
    },
  };
}

function uuidIn(made: unknown): string {
  if (typeof made !== 'object' || made === null || !('uuid' in made)) throw new Error('no webhook was made');
  return String(made.uuid);
}

function withoutRecords(value: unknown, uuids: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value
      .filter((item: unknown) => !(isObject(item) && uuids.has(String(item['uuid']))))
      .map((item: unknown) => withoutRecords(item, uuids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutRecords(item, uuids)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
