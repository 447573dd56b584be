/** What the page of the browser test runs: the client, within a page. */
import { createOutreachClient, NotFoundError, OutreachError } from '@outreach-api/client';

/** What the test passes to the page. */
export interface Given {
  readonly baseUrl: string;
  readonly token: string;
  readonly profile: string;
  readonly webhook: string;
}

/** What the page reports to the test. */
export interface Seen {
  readonly total: number;
  readonly firstPage: readonly string[];
  readonly walked: readonly string[];
  /** The waits that were announced with a 429, in ms. */
  readonly waits: readonly (number | null)[];
  readonly label: string | null;
  readonly labelReadAgain: string | null;
  readonly afterDeletion: string;
}

/** Lists, iterates past a limit, updates and deletes. */
async function useClient({ baseUrl, token, profile, webhook }: Given): Promise<Seen> {
  const waits: (number | null)[] = [];
  const client = createOutreachClient({
    baseUrl,
    token,
    retry: { baseDelayMs: 1 },
    onRetry: ({ retryAfterMs }) => waits.push(retryAfterMs ?? null),
  });
  const list = await client.webhooks.list({ limit: 3 });
  const walked: string[] = [];
  for await (const { uuid } of client.webhooks.iterate()) walked.push(uuid);
  const updated = await client.senderProfiles.update(profile, { label: 'Élan' });
  const read = await client.senderProfiles.get(profile);
  await client.webhooks.delete(webhook);
  const afterDeletion = await client.webhooks.delete(webhook).then(
    () => 'deleted twice',
    (error: unknown) => (error instanceof NotFoundError ? `${error.name} ${error.status}` : String(error)),
  );
  return {
    total: list.total,
    firstPage: list.data.map(({ uuid }) => uuid),
    walked,
    waits,
    label: updated.label,
    labelReadAgain: read.label,
    afterDeletion,
  };
}

/** The name of the error that a list ends with. */
async function failureOfList({ baseUrl, token }: Pick<Given, 'baseUrl' | 'token'>): Promise<string> {
  const client = createOutreachClient({ baseUrl, token, retry: false });
  return client.webhooks.list().then(
    () => 'no failure',
    (error: unknown) => (error instanceof OutreachError ? error.name : String(error)),
  );
}

Object.assign(globalThis, { useClient, failureOfList });
