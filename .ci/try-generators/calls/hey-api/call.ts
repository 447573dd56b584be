/** Lists webhooks with the client of hey-api. */
import { client } from './generated/client.gen';
import { listWebhooks } from './generated/sdk.gen';
import type { Filter } from './generated/types.gen';

const { OUTREACH_BASE_URL: baseUrl = '', OUTREACH_TOKEN: auth = '' } = process.env;

async function main(): Promise<void> {
  client.setConfig({ baseUrl, auth });
  const { data, error } = await listWebhooks({ query: { limit: 3 } });
  if (data === undefined) throw new Error(`refused: ${JSON.stringify(error)}`);
  process.stdout.write(`listed ${data.data.length} of ${data.total}\n`);
}

({ event: { '!=': 'contact_replied' }, label: 'is_null', request_method: ['PUT'] }) satisfies Filter;
void main();
