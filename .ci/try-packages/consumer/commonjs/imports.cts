/** A file in CommonJS that imports values: TypeScript takes it where it knows that Node.js loads ES modules by `require`. */
import { createOutreachClient } from '@outreach-api/client';
import { judgeTarget } from '@outreach-api/conformance';
import { createSandbox } from '@outreach-api/sandbox';
import { mockOutreach } from '@outreach-api/sandbox/nock';
import type { Webhook } from '@outreach-api/types';

const client = createOutreachClient({ baseUrl: 'http://127.0.0.1:1', token: 'token' });

/** Never called. */
export async function mistakes(): Promise<Webhook[]> {
  const { data } = await client.webhooks.list();
  // @ts-expect-error `uuid` is a string
  data[0]?.uuid satisfies number;
  // @ts-expect-error no such option
  void createSandbox({ webhook: 3 });
  // @ts-expect-error no such option either
  void mockOutreach({ webhook: 3 });
  // @ts-expect-error a target is required
  void judgeTarget();
  return data;
}
