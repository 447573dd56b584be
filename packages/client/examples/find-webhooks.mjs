/** Finds the webhooks of some events with a filter. Needs OUTREACH_BASE_URL and OUTREACH_TOKEN; events as arguments. */
import { anyOf, createOutreachClient, FilterError, OutreachError, queryJson } from '@outreach-api/client';

const token = process.env['OUTREACH_TOKEN'];
if (!token) {
  process.stderr.write(
    'OUTREACH_TOKEN is not set: put an API key into it, such as one that npx @outreach-api/sandbox prints.\n',
  );
  process.exit(1);
}

const [first = 'sender_profile_sent_email', ...others] = process.argv.slice(2);
const client = createOutreachClient({
  baseUrl: process.env['OUTREACH_BASE_URL'] ?? 'http://127.0.0.1:4010',
  token,
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
  if (!(error instanceof FilterError || error instanceof OutreachError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
