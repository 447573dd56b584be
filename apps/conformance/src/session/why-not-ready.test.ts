import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { portOf } from '../../test/port-of.ts';
import { completeTarget } from '../target/target.ts';
import { checkAccess } from './check-access.ts';

const open: { close(): void }[] = [];

afterAll(() => {
  for (const server of open.splice(0)) server.close();
});

async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return portOf(server);
}

/** What is reported about a target that answers everything like this, its address as `TARGET`. */
async function saidOf(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '{}',
): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return saidAt(`http://127.0.0.1:${await listening(server)}`);
}

async function saidAt(baseUrl: string): Promise<string> {
  const target = completeTarget({ baseUrl, token: 'x', requests: { timeoutMs: 2000 } });
  const said = await checkAccess(target).then(
    () => 'ready',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
  return said.replaceAll(baseUrl, 'TARGET').replaceAll(new URL(baseUrl).host, 'HOST');
}

const page = '<!doctype html><title>Log in</title>';

describe.concurrent('a target that cannot be judged is reported by what was seen, and what to do', () => {
  it.each([
    [401, /^TARGET refuses the credential: .* was answered 401; is `token` .* past its 3 years.*`headers`/],
    [403, /^TARGET refuses the credential: .* was answered 403; may `token` read webhooks.*`headers`/],
    [404, /^TARGET has no list of webhooks: .* answered 404; `baseUrl` must be the address to which/],
    [418, /^TARGET accepts no request with this credential: .* answered 418; is it the right address/],
    [500, /^TARGET fails at the plain list of webhooks: .* answered 500; its own log says why/],
    [502, /^TARGET is not up: .* answered 502; a gateway answers, and what is behind it does not/],
    [503, /^TARGET is not up: .* answered 503;/],
    [504, /^TARGET is not up: .* answered 504;/],
  ])('%i', async (status, says) => {
    const said = await saidOf(status);
    expect(said).toMatch(says);
    expect(said).toContain('GET TARGET/integrations/api/webhooks was answered');
    expect(said).not.toContain('\n');
  });

  it('401 to a key that is past its own end', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString('base64url');
    const server = createServer((_request, response) => {
      response.writeHead(401).end();
    });
    const baseUrl = `http://127.0.0.1:${await listening(server)}`;
    const target = completeTarget({
      baseUrl,
      token: `e30.${claims}.x`,
      tokenFrom: 'the environment variable K',
    });
    await expect(checkAccess(target)).rejects.toThrow(
      /the environment variable K expired at 2023-11-14T22:13:20Z, by its own `exp`: give another key$/,
    );
  });

  it('429', async () => {
    const said = await saidOf(429, { 'retry-after': '0' });
    expect(said).toMatch(
      /^TARGET is rate-limited from the start \(5 tries\): .* answered 429; try again in 1 s, as it asks/,
    );
    expect(said).not.toMatch(/right address|token/);
  });

  it('a redirect to a login elsewhere', async () => {
    const said = await saidOf(302, { location: 'https://login.example.com/?to=secret-path' });
    expect(said).toMatch(
      /^TARGET redirects to login\.example\.com: .* answered 302 with a `Location` on login\.example\.com; redirects are never followed: where that is a login, .*`headers`/,
    );
    expect(said).not.toContain('secret-path');
  });

  it('a redirect on the same host', async () => {
    expect(await saidOf(308, { location: '/v2/integrations/api/webhooks' })).toMatch(
      /^TARGET redirects to TARGET: .* answered 308 .* give the address that answers by itself/,
    );
  });

  it('a redirect that says nowhere', async () => {
    expect(await saidOf(302)).toMatch(/^TARGET redirects: .* answered 302; redirects are never followed/);
  });

  it('a web page', async () => {
    expect(await saidOf(200, { 'content-type': 'text/html' }, page)).toMatch(
      /^TARGET answers with a web page, not JSON: .* answered 200 with a web page \(HTML\); is `baseUrl` the address of the API/,
    );
  });

  it('a gateway that says so with a web page', async () => {
    expect(await saidOf(503, {}, page)).toMatch(/^TARGET is not up: .* answered 503 with a web page/);
  });

  it('a host without an address', async () => {
    expect(await saidAt('http://nowhere.invalid')).toMatch(
      /^TARGET cannot be reached: (?:HOST has no address \(ENOTFOUND\); is the name right|no name server resolves)/,
    );
  });

  it('a closed port', async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((closed) => server.close(closed));
    expect(await saidAt(`http://127.0.0.1:${port}`)).toBe(
      'TARGET cannot be reached: nothing listens on HOST (ECONNREFUSED); is the port right, and is the server running?',
    );
  });

  it('silence', async () => {
    const port = await listening(createServer());
    expect(await saidAt(`http://127.0.0.1:${port}`)).toMatch(
      /^TARGET cannot be reached: no whole answer came within 2000 ms; does a firewall/,
    );
  });

  it('no HTTP', async () => {
    const port = await listening(createSocketServer((socket) => socket.end('220 mail ready\r\n')));
    expect(await saidAt(`http://127.0.0.1:${port}`)).toMatch(
      /^TARGET cannot be reached: the answer is not HTTP; is it https:\/\/ there\?$/,
    );
  });

  it('a connection that is closed', async () => {
    const port = await listening(createSocketServer((socket) => socket.destroy()));
    expect(await saidAt(`http://127.0.0.1:${port}`)).toMatch(
      /^TARGET cannot be reached: it closes the connection without an answer \((?:UND_ERR_SOCKET|ECONNRESET)\)/,
    );
  });

  it('no TLS on that port', async () => {
    const port = await listening(createServer());
    expect(await saidAt(`https://127.0.0.1:${port}`)).toMatch(
      /^TARGET cannot be reached: it does not speak TLS on that port \(ERR_SSL_\w+\); is it http:\/\/ there\?$/,
    );
  });
});
