/** Finds the webhooks of some events with a filter. Needs OUTREACH_BASE_URL and OUTREACH_TOKEN; events as arguments. */
import { anyOf, createOutreachClient, FilterError, queryJson } from '@outreach-api/client';

const [first = 'sender_profile_sent_email', ...others] = process.argv.slice(2);
const client = createOutreachClient({
  baseUrl: process.env['OUTREACH_BASE_URL'] ?? 'http://127.0.0.1:4010',
  token: process.env['OUTREACH_TOKEN'] ?? '',
  filterPlacement: queryJson,
});

try {
  for await (const { data, total } of client.webhooks
    .iterate({ filter: { event: anyOf(first, ...others) } })
    .pages()) {
    process.stdout.write(`${data.length} of ${total}\n`);
    for (const { uuid, event } of data) process.stdout.write(`${uuid} ${event}\n`);
  }
} catch (error) {
  if (!(error instanceof FilterError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
