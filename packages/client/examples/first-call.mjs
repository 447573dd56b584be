/** A first use of the client: walks over the webhooks of an account. Needs OUTREACH_BASE_URL and OUTREACH_TOKEN. */
import { createOutreachClient, NetworkError, RateLimitError, UnauthorizedError } from '@outreach-api/client';

const token = process.env['OUTREACH_TOKEN'];
if (!token) {
  process.stderr.write(
    'OUTREACH_TOKEN is not set: put an API key into it, such as one that npx @outreach-api/sandbox prints.\n',
  );
  process.exit(1);
}

const client = createOutreachClient({
  baseUrl: process.env['OUTREACH_BASE_URL'] ?? 'http://127.0.0.1:4010',
  token,
  onRetry: ({ attempt, delayMs }) =>
    process.stderr.write(`limited, attempt ${attempt}, waiting ${delayMs} ms\n`),
});

try {
  for await (const webhook of client.webhooks.iterate()) {
    process.stdout.write(`${webhook.event} ${webhook.request_method} ${webhook.target_url}\n`);
  }
} catch (error) {
  if (error instanceof UnauthorizedError) process.stderr.write('The API key was not accepted.\n');
  else if (error instanceof RateLimitError)
    process.stderr.write(`Still limited after ${error.attempts} attempts.\n`);
  else if (error instanceof NetworkError) process.stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = 1;
}
