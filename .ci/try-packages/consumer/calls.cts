/** A program in CommonJS that imports the packages, which are ES modules, when it needs them; it prints `done`. */
import type { Webhook } from '@outreach-api/types';

async function main(): Promise<void> {
  const { createOutreachClient } = await import('@outreach-api/client');
  const { mockOutreach } = await import('@outreach-api/sandbox/nock');
  const sandbox = mockOutreach({ webhooks: 3 });
  const client = createOutreachClient({ baseUrl: sandbox.baseUrl, token: sandbox.token });
  const webhooks: readonly Webhook[] = (await client.webhooks.list()).data;
  // @ts-expect-error `uuid` is a string
  webhooks[0]?.uuid satisfies number;
  const uuids = webhooks.map(({ uuid }) => uuid).join(' ');
  const right = uuids === sandbox.accounts[0].webhooks().join(' ');
  sandbox.close();
  process.stdout.write(right ? 'done\n' : `other uuids: ${uuids}\n`);
}

void main();
