/** Serves a sandbox for the exercise until its input ends; it prints where. */
import process from 'node:process';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';

const sandbox = await createSandbox({ webhooks: 25, cors: true });
sandbox.limitNext(1, { retryAfter: 0 });
const served = await serveSandbox(sandbox);
const [{ token, senderProfiles }] = sandbox.accounts;
console.log(JSON.stringify({ baseUrl: served.url, token, profile: senderProfiles()[0] }));
for await (const _ of process.stdin);
await served.close();
sandbox.close();
