/** A server in a separate process that answers every request with one sender profile and does nothing else. */
import { createServer } from 'node:http';
import { profile } from '../test/records.ts';

const body = JSON.stringify(profile);
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`listens on http://127.0.0.1:${port}\neyJ.any.key ${profile.uuid}\n`);
});
