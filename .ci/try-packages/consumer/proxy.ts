/** A program behind a proxy, in the two ways that the client's README names; it prints `done`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { createOutreachClient, NetworkError } from '@outreach-api/client';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import * as undici from 'undici';

const [proxy = ''] = process.argv.slice(2);
if (proxy !== '') {
  // The child of below: the global fetch goes by the environment.
  const client = createOutreachClient({ baseUrl: proxy, token: process.env['OUTREACH_TOKEN'] ?? '' });
  process.stdout.write(`${(await client.webhooks.list()).total}\n`);
  process.exit();
}

const sandbox = await createSandbox({ webhooks: 3 });
const served = await serveSandbox(sandbox);
const { token } = sandbox.accounts[0];
// No such host: only the proxy knows where it is.
const baseUrl = 'http://outreach.invalid';

/** A proxy that sends all requests to the sandbox, whether it is asked for a tunnel or for an answer. */
let passedOn = 0;
const server = createServer((incoming, outgoing) => {
  passedOn += 1;
  const { pathname, search } = new URL(incoming.url ?? '', baseUrl);
  const { method, headers } = incoming;
  const onward = request(`${served.url}${pathname}${search}`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
});
server.on('connect', (_, socket) => {
  passedOn += 1;
  const onward = connect(Number(new URL(served.url).port), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    onward.pipe(socket).pipe(onward);
  });
  // The client closes its tunnels without a word.
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const address = server.address();
const uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const dispatcher = new undici.ProxyAgent(uri);
const client = createOutreachClient({ baseUrl, token, fetch: undici.fetch, fetchOptions: { dispatcher } });
assert.equal((await client.webhooks.list()).total, 3);
assert.equal(passedOn, 1);

const node = Number.parseInt(process.versions.node, 10);
// Node.js 26 has undici 8 itself.
if (node < 26) {
  const mistaken = client.with({ fetch: (url, init) => fetch(url, init), retry: false });
  const explained = /a dispatcher needs the fetch of its own undici/;
  await assert.rejects(
    async () => mistaken.webhooks.list(),
    (error) => error instanceof NetworkError && explained.test(error.message),
  );
}

if (node >= 24) {
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: uri, OUTREACH_TOKEN: token };
  const file = new URL(import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [file, baseUrl], { env });
  assert.equal(stdout, '3\n');
}

await dispatcher.close();
server.closeAllConnections();
server.close();
await served.close();
sandbox.close();
process.stdout.write('done\n');
