/** Lists webhooks with the client of orval. */
import { listWebhooks, type Filter } from './generated/api';

async function main(): Promise<void> {
  const authorization = `Bearer ${process.env['OUTREACH_TOKEN']}`;
  const { data, status } = await listWebhooks({ limit: 3 }, { headers: { authorization } });
  if (typeof data !== 'object') throw new Error(`refused: ${status}`);
  process.stdout.write(`listed ${data.data.length} of ${data.total}\n`);
}

({ event: { '!=': 'contact_replied' }, label: 'is_null', request_method: ['PUT'] }) satisfies Filter;
void main();
