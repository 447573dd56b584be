/**
 * Creates an API key and stores it at once, readable by its owner alone. Needs OUTREACH_BASE_URL and OUTREACH_TOKEN.
 */
import { open } from 'node:fs/promises';
import { createOutreachClient, OutreachError, withResponse } from '@outreach-api/client';

const token = process.env['OUTREACH_TOKEN'];
if (!token) {
  process.stderr.write(
    'OUTREACH_TOKEN is not set: put an API key into it, such as one that npx @outreach-api/sandbox prints.\n',
  );
  process.exit(1);
}

const [file = 'outreach-key', name = 'CI'] = process.argv.slice(2);
const client = createOutreachClient({
  baseUrl: process.env['OUTREACH_BASE_URL'] ?? 'http://127.0.0.1:4010',
  token,
});

// The file comes first: a key that cannot be stored must not be created, since it cannot be fetched again.
const handle = await open(file, 'wx', 0o600);
try {
  const { data, response } = await withResponse(client.apiKeys.create({ name }));
  await handle.writeFile(data.last_token);
  process.stdout.write(
    `${data.name}: key ${data.jti} of team ${data.team_id}, answered ${response.status}, in ${file}\n`,
  );
} catch (error) {
  if (!(error instanceof OutreachError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await handle.close();
}
