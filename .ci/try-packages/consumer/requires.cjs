/** A program in CommonJS that requires the packages, which Node.js 22.12 and newer do for ES modules; it prints `done`. */
const assert = require('node:assert/strict');
const { createOutreachClient } = require('@outreach-api/client');
const { mockOutreach } = require('@outreach-api/sandbox/fetch');

async function main() {
  const sandbox = mockOutreach({ webhooks: 3 });
  const { baseUrl, token, fetch } = sandbox;
  const client = createOutreachClient({ baseUrl, token, fetch });
  assert.equal((await client.webhooks.list()).total, 3);
  sandbox.close();
  process.stdout.write('done\n');
}

void main();
