/** Lists webhooks with the client of openapi-generator's typescript-fetch. */
import { Configuration, WebhooksApi } from './generated/index';

const { OUTREACH_BASE_URL: basePath = '', OUTREACH_TOKEN: accessToken = '' } = process.env;

async function main(): Promise<void> {
  const page = await new WebhooksApi(new Configuration({ basePath, accessToken })).listWebhooks({ limit: 3 });
  process.stdout.write(`listed ${page.data.length} of ${page.total}\n`);
}

void main();
