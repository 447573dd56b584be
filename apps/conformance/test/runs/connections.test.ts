/** Shows that the target is reached through proxies, private authorities, client certificates and gateways. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createSandbox,
  serveSandbox,
  type Sandbox,
  type SandboxOptions,
  type ServedSandbox,
} from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { suiteVersion } from '../../src/installation/suite-version.ts';
import { usualHeaders } from '../../src/session/usual-headers.ts';
import { makeCertificates, type Certificates } from '../services/certificates.ts';
import { closed, forwardTo, listening, startProxy, type LoopbackProxy } from '../services/forwarding.ts';
import { commandInRealTime } from '../command-in-process.ts';
import { runCommand, type Ended } from '../real-command.ts';

/** A name that cannot be resolved: only a proxy can reach it. */
const host = 'staging.invalid';
const few = ['--rule', 'PAGE-01', '--runs', '1'];
const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
const noProxy = Object.fromEntries(proxyNames.map((name) => [name, '']));

let folder: string;
let sandbox: Sandbox;
let served: ServedSandbox;
const servers: Server[] = [];
const proxies: LoopbackProxy[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-conformance-'));
});

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
  for (const server of servers.splice(0)) await closed(server);
  await served.close();
  sandbox.close();
  await rm(folder, { recursive: true });
});

async function start(options: SandboxOptions = {}): Promise<number> {
  sandbox = await createSandbox(options);
  served = await serveSandbox(sandbox);
  return Number(new URL(served.url).port);
}

async function proxyTo(port: number, credential?: string): Promise<LoopbackProxy> {
  const proxy = await startProxy(port, credential);
  proxies.push(proxy);
  return proxy;
}

async function serving(server: Server): Promise<number> {
  servers.push(server);
  return listening(server);
}

async function judge(
  target: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = few,
  run = commandInRealTime,
): Promise<Ended> {
  await writeFile(
    path.join(folder, 'target.json'),
    JSON.stringify({ token: '${OUTREACH_TOKEN}', ...target }),
  );
  const { token } = sandbox.accounts[0];
  return run(['server', '--config', 'target.json', ...args], {
    cwd: folder,
    env: { ...noProxy, OUTREACH_TOKEN: token, ...env },
  });
}

describe('through a proxy', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('that %s names, an http target is judged', async (name) => {
    const proxy = await proxyTo(await start());
    const { code, stdout } = await judge(
      { baseUrl: `http://${host}/` },
      { [name]: proxy.url },
      few,
      runCommand,
    );
    expect(stdout).toContain('1 pass, 0 fail');
    expect(code).toBe(0);
    expect(proxy.asked).toContain(`GET http://${host}/integrations/api/webhooks`);
    expect(proxy.asked).toHaveLength(sandbox.record.length);
  });

  it('an https target is judged, and the client certificate is for the target alone', async () => {
    const port = await start();
    const certificates = await makeCertificates(folder, host);
    const tls = createTlsServer(
      { ...certificates.server, requestCert: true, rejectUnauthorized: true },
      forwardTo(port),
    );
    const proxy = await proxyTo(await serving(tls), 'user:p%w');
    const url = proxy.url.replace('http://', 'http://user:p%25w@');
    const { code, stdout } = await judge(
      { baseUrl: `https://${host}`, tls: clientTls(certificates) },
      { HTTPS_PROXY: url },
    );
    expect(stdout).toContain('1 pass, 0 fail');
    expect(code).toBe(0);
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}:443`]));
  });

  it('that requires a credential is distinguished from a target that does', async () => {
    const proxy = await proxyTo(await start(), 'user:word');
    const env = { HTTP_PROXY: proxy.url.replace('//', '//user:wrong-word@'), HTTPS_PROXY: proxy.url };
    const { host: address } = new URL(proxy.url);
    for (const scheme of ['http', 'https']) {
      const { code, stderr } = await judge({ baseUrl: `${scheme}://${host}` }, env);
      expect(stderr).toBe(
        `outreach-conformance: ${scheme}://${host} cannot be reached through the proxy ${address}: it wants a credential (407); HTTP_PROXY and HTTPS_PROXY name it with user and password\n`,
      );
      expect(code).toBe(2);
    }
  });

  it('that does not exist, or is not an address, is reported', async () => {
    const proxy = await startProxy(await start());
    await proxy.close();
    const gone = await judge({ baseUrl: `http://${host}` }, { HTTP_PROXY: proxy.url });
    expect(gone.stderr).toMatch(
      /cannot be reached through the proxy 127\.0\.0\.1:\d+: no proxy answers there \(ECONNREFUSED\); HTTP_PROXY and/,
    );
    const wrong = await judge({ baseUrl: `http://${host}` }, { HTTP_PROXY: 'ftp://me:word@proxy' });
    expect(wrong.stderr).toMatch(
      /^outreach-conformance: the environment variable HTTP_PROXY is not an http or https address; .*\n$/,
    );
    expect(wrong.stderr).not.toContain('word@');
    expect([gone.code, wrong.code]).toEqual([2, 2]);
  });

  it('neither this machine nor a host in NO_PROXY is requested', async () => {
    const proxy = await proxyTo(await start());
    const here = await judge({ baseUrl: served.url }, { HTTP_PROXY: proxy.url });
    expect(here.code).toBe(0);
    const there = await judge(
      { baseUrl: `http://${host}` },
      { HTTP_PROXY: proxy.url, NO_PROXY: `.com,${host}` },
    );
    expect(there.stderr).toMatch(/cannot be reached: .*(?:ENOTFOUND|EAI_AGAIN)/);
    expect(proxy.asked).toEqual([]);
  });
});

function clientTls({ files }: Certificates): Readonly<Record<string, string>> {
  return { ca: files.ca, cert: files.clientCert, key: files.clientKey };
}

describe('over TLS', () => {
  it('with a private authority: not without it, and by `tls.ca` or NODE_EXTRA_CA_CERTS', async () => {
    const port = await start();
    const { server, files } = await makeCertificates(folder, host);
    const baseUrl = `https://127.0.0.1:${await serving(createTlsServer(server, forwardTo(port)))}`;
    const without = await judge({ baseUrl });
    expect(without.code).toBe(2);
    expect(without.stderr).toMatch(
      /its certificate is signed by no authority that this machine trusts \(\w+\); give .* `tls\.ca` .* NODE_EXTRA_CA_CERTS\n$/,
    );
    expect(sandbox.record).toEqual([]);
    expect((await judge({ baseUrl, tls: { ca: files.ca } })).code).toBe(0);
    const extra = { NODE_EXTRA_CA_CERTS: path.join(folder, files.ca) };
    // Node reads it at startup.
    expect((await judge({ baseUrl }, extra, few, runCommand)).code).toBe(0);
    expect(
      (await judge({ baseUrl: baseUrl.replace('127.0.0.1', 'localhost'), tls: { ca: files.ca } })).stderr,
    ).toMatch(/its certificate is not for localhost \(ERR_TLS_CERT_ALTNAME_INVALID\)/);
  });

  it('with a client certificate, its key encrypted or not', async () => {
    const port = await start();
    const certificates = await makeCertificates(folder, host);
    const { server, files, passphrase } = certificates;
    const mutual = { ...server, requestCert: true, rejectUnauthorized: true };
    const baseUrl = `https://127.0.0.1:${await serving(createTlsServer(mutual, forwardTo(port)))}`;
    const without = await judge({ baseUrl, tls: { ca: files.ca } });
    expect(without.stderr).toMatch(
      /cannot be reached: it (?:ended the handshake|closes the connection without an answer) \(\w+\); .*client certificate.*`tls\.cert`/,
    );
    expect((await judge({ baseUrl, tls: clientTls(certificates) })).code).toBe(0);
    const encrypted = { ...clientTls(certificates), key: files.encryptedClientKey };
    const opened = { ...encrypted, passphrase: '${KEY_PASSPHRASE}' };
    expect((await judge({ baseUrl, tls: opened }, { KEY_PASSPHRASE: passphrase })).code).toBe(0);

    const damaged = server.ca.toString().replace(/^M\w+/m, 'damaged!');
    await writeFile(path.join(folder, 'damaged.pem'), damaged);
    const faults = [
      [opened, /`tls\.key` cannot be used: the passphrase in `tls\.passphrase` does not open it/],
      [encrypted, /`tls\.key` cannot be used: it is encrypted; give its passphrase as `tls\.passphrase`/],
      [{ ...encrypted, key: 'ca.key' }, /`tls\.key` cannot be used: it is not the key of the certificate/],
      [{ ca: 'gone.pem' }, /`tls\.ca` .*gone\.pem: there is no such file/],
      [{ ca: 'target.json' }, /`tls\.ca` .*target\.json: it contains no certificate as PEM/],
      [{ ca: files.clientKey }, /`tls\.ca` .*client\.key: it contains no certificate as PEM/],
      [{ ca: 'damaged.pem' }, /`tls\.ca` cannot be used: it is damaged, or not what belongs there/],
      [{ cert: files.clientCert }, /`tls\.cert` is given without `tls\.key`/],
    ] as const;
    for (const [tls, says] of faults) {
      const { code, stdout, stderr } = await judge({ baseUrl, tls }, { KEY_PASSPHRASE: 'another-word' });
      expect(stderr).toMatch(says);
      expect(stderr).not.toContain('another-word');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
  });
});

describe('with headers', () => {
  const key = 'gateway-credential-4711';

  /** A gateway before the sandbox: refuses requests without its key, and keeps the headers it receives. */
  async function gatewayTo(
    port: number,
  ): Promise<{ baseUrl: string; refused: string[]; agents: Set<string> }> {
    const [refused, agents] = [[] as string[], new Set<string>()];
    const forward = forwardTo(port);
    const gateway = createServer((incoming, response) => {
      agents.add(String(incoming.headers['user-agent']));
      if (incoming.headers['x-gateway-key'] === key) {
        forward(incoming, response);
        return;
      }
      refused.push(`${incoming.method} ${incoming.url}`);
      response.writeHead(403).end('who are you?');
    });
    return { baseUrl: `http://127.0.0.1:${await serving(gateway)}`, refused, agents };
  }

  it('every request has them, also those that restore, and no report shows them', async () => {
    const { baseUrl, refused, agents } = await gatewayTo(await start({ twin: 'default-limit-is-10' }));
    const profiles = sandbox.accounts[0].senderProfiles();
    const target = {
      baseUrl,
      headers: { 'X-Gateway-Key': '${GATEWAY_KEY}' },
      fixtures: { senderProfiles: profiles.slice(0, 2) },
      allow: { updates: true },
    };
    const outputs = ['--json', 'r.json', '--html', 'r.html', '--junit', 'r.xml', '--har', 'r.har'];
    const before = sandbox.snapshot().senderProfiles.map(({ firstName }) => firstName);
    const env = { GATEWAY_KEY: key };
    const args = ['--rule', 'PAGE-01', '--rule', 'PROF', ...outputs];
    const { code, stdout, stderr } = await judge(target, env, args);
    expect(code).toBe(1);
    expect(refused).toEqual([]);
    expect(sandbox.record.some(({ method }) => method === 'PUT')).toBe(true);
    expect(sandbox.snapshot().senderProfiles.map(({ firstName }) => firstName)).toEqual(before);
    const ofLibraries = usualHeaders.flatMap(({ headers }) => headers['user-agent'] ?? []);
    expect(agents).toEqual(new Set([`outreach-conformance/${suiteVersion}`, ...ofLibraries]));
    const written = await Promise.all(
      ['r.json', 'r.html', 'r.xml', 'r.har'].map(async (name) => readFile(path.join(folder, name), 'utf8')),
    );
    for (const text of [stdout, stderr, ...written]) expect(text).not.toContain(key);

    const report: { rules: { breach: { curl: string } | null }[] } = JSON.parse(String(written[0]));
    const curl = report.rules.find(({ breach }) => breach !== null)?.breach?.curl ?? '';
    expect(curl).toContain('-H "X-Gateway-Key: ${GATEWAY_KEY}"');
    const pasted = await new Promise<string>((resolve) => {
      const shell = { env: { ...process.env, ...env, OUTREACH_TOKEN: sandbox.accounts[0].token } };
      execFile('sh', ['-c', curl], shell, (_error, out) => {
        resolve(out);
      });
    });
    expect(pasted).toContain('"limit":10');
  });

  it('without them a gateway is recognised by its answer; a configured User-Agent is kept', async () => {
    const { baseUrl, agents } = await gatewayTo(await start());
    const { code, stderr } = await judge({ baseUrl, headers: { 'User-Agent': 'staging-watch/2' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/answered 403; .* give it as `headers` in the target file/);
    expect(agents).toEqual(new Set(['staging-watch/2']));
  });

  it.each([
    [
      'Authorization',
      'x',
      /`headers\.Authorization` is a header that the suite sets itself; the key of .* is `token`/,
    ],
    ['content-type', 'x', /`headers\.content-type` is a header that the suite sets itself/],
    ['X Key', 'x', /`headers\.X Key` is not a valid header name/],
    ['X-Key', 'secret\nline', /`headers\.X-Key` has a line break, /],
    ['X-Key', 4, /`headers\.X-Key` must be string/],
  ])('%s is refused if it cannot be sent', async (name, value, says) => {
    await start();
    const { code, stderr } = await judge({ baseUrl: served.url, headers: { [name]: value } });
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain('secret');
  });
});
