/** `observe` between various programs and a sandbox: what they get, what it finds, and what it writes. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as allOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { findChromium, openChromium } from '@outreach-api/chromium-for-tests';
import { createSandbox, serveSandbox, type Sandbox, type TwinName } from '@outreach-api/sandbox';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReport } from '../../src/report/read-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { startCommand, untilHolds, type Ended } from '../real-command.ts';
import { partsOf, revealedIn } from '../revealed-in.ts';
import { portOf } from '../port-of.ts';
import { makeCertificates } from '../services/certificates.ts';
import { closed, forwardTo, listening } from '../services/forwarding.ts';
import {
  anyConnection,
  connectionsTried,
  makeConnection,
  type RawConnection,
} from '../services/raw-connections.ts';

/** Connections that are open at once: each takes file descriptors. */
const mostOpen = 200;
const run = promisify(execFile);
const connecting = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
const chromium = findChromium();

interface Observed extends Ended {
  readonly report: JsonReport;
  readonly html: string;
}

interface At {
  /** The address of the proxy. */
  readonly url: string;
  /** The address of the sandbox. */
  readonly direct: string;
  readonly token: string;
  readonly sandbox: Sandbox;
}

async function observing(
  work: (at: At) => Promise<void>,
  {
    twin,
    more = [],
    tls,
  }: {
    readonly twin?: TwinName;
    readonly more?: readonly string[];
    /** The server uses TLS, and the authority of its certificate is trusted or not. */
    readonly tls?: 'trusted' | 'untrusted';
  } = {},
): Promise<Observed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outreach-observe-'));
  const sandbox = await createSandbox({ cors: true, ...(twin === undefined ? {} : { twin }) });
  const served = await serveSandbox(sandbox);
  const secure = tls === undefined ? null : await serveSecurely(folder, served.url);
  const upstream = secure?.url ?? served.url;
  const args = ['observe', '--upstream', upstream, '--listen', '0', '--json', 'o.json', '--html', 'o.html'];
  const env = tls === 'trusted' ? { NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem') } : {};
  const underWay = startCommand([...args, ...more], { cwd: folder, env });
  const { child, ended } = underWay;
  try {
    const [, url = ''] = await untilHolds(underWay, () => /(http:\S+) forwards to/.exec(underWay.stderr()));
    await work({ url, direct: served.url, token: sandbox.accounts[0].token, sandbox });
    child.kill('SIGINT');
    const written = await ended;
    const report = await readReport(path.join(folder, 'o.json'));
    return { ...written, report, html: await readFile(path.join(folder, 'o.html'), 'utf8') };
  } finally {
    child.kill('SIGKILL');
    if (secure !== null) await closed(secure.server);
    await served.close();
    sandbox.close();
    await rm(folder, { recursive: true });
  }
}

/** Puts TLS in front of a server, with a certificate from a private authority: `ca.pem` in the folder. */
async function serveSecurely(
  folder: string,
  url: string,
): Promise<{ readonly url: string; readonly server: Server }> {
  const certificates = await makeCertificates(folder, 'localhost');
  const server = createTlsServer(certificates.server, forwardTo(Number(new URL(url).port)));
  await listening(server);
  return { url: `https://localhost:${portOf(server)}`, server };
}

function verdicts(
  { rules }: JsonReport,
  ...ids: readonly string[]
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(ids.map((id) => [id, rules.find((rule) => rule.id === id)?.verdict]));
}

async function curl(url: string, token: string, ...more: readonly string[]): Promise<string> {
  const { stdout } = await run('curl', ['-sS', '-i', ...more, '-H', `Authorization: Bearer ${token}`, url]);
  // Without headers that depend on the connection or the time.
  return stdout.replaceAll(/^(?:date|connection|keep-alive): .*\r\n/gim, '');
}

const python = `
import json, sys, urllib.request
base, token = sys.argv[1:]
def ask(path, method='GET', body=None):
    headers = {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers, method=method)) as answer:
        return json.load(answer)
key = ask('/id/api/jwt-tokens/create-api-key', 'POST', {'name': 'of a script'})
token = key['last_token']
offset, more = 0, True
while more:
    page = ask('/integrations/api/webhooks?limit=7&offset=%d' % offset)
    offset, more = offset + len(page['data']), page['has_more']
print(offset)
`;

it("passes the server's answers to curl, and finds nothing if nothing is broken; Ctrl-C ends with the report", async () => {
  const { code, stdout, report } = await observing(async ({ url, direct, token }) => {
    for (const more of [[], ['--head'], ['--compressed'], ['-X', 'POST'], ['--http1.0']])
      for (const at of ['/integrations/api/webhooks?limit=3', '/nowhere', '/flows/api/sender-profiles/a%20b'])
        expect(await curl(url + at, token, ...more)).toBe(await curl(direct + at, token, ...more));
  });
  expect(stdout).not.toContain('BREACH');
  expect(verdicts(report, 'CLI-01', 'PAGE-04', 'PAGE-07')).toEqual({
    'CLI-01': 'pass',
    'PAGE-04': 'pass',
    'PAGE-07': 'skipped',
  });
  expect(code).toBe(0);
});

it('finds what server and client break while it happens, and writes no credential', async () => {
  const secrets: string[] = [];
  const found = await observing(
    async ({ url, token, sandbox }) => {
      const { stdout } = await run('python3', ['-c', python, url, token]);
      expect(stdout.trim()).toBe('47');
      secrets.push(token, sandbox.accounts[1].token);
      await run('curl', [
        '-sS',
        `${url}/integrations/api/webhooks`,
        '-H',
        `Authorization: Token ${sandbox.accounts[1].token}`,
      ]);
      await run('curl', [
        '-sS',
        `${url}/integrations/api/webhooks`,
        '-H',
        'Cookie: session=aVerySecretSession4711',
      ]);
      secrets.push('aVerySecretSession4711');
    },
    { twin: 'default-limit-is-10' },
  );
  expect(verdicts(found.report, 'CLI-01', 'CLI-02', 'KEY-08')).toEqual({
    'CLI-01': 'fail',
    'CLI-02': 'pass',
    'KEY-08': 'inconclusive',
  });
  expect(found.stdout.match(/^BREACH CLI-01 {2}/gm)).toHaveLength(1);
  expect(found.code).toBe(1);
  const parts = new Set(secrets.flatMap((secret) => partsOf(secret, 16)));
  for (const text of [found.stdout, found.stderr, JSON.stringify(found.report), found.html])
    expect(revealedIn(text, parts)).toEqual([]);
  expect(found.html).not.toMatch(/eyJ[\w-]{8}/);
});

it('limits requests itself, which is not attributed to the server', async () => {
  const { report, stdout } = await observing(
    async ({ url, token }) => {
      for (let at = 0; at < 6; at += 1) await curl(`${url}/integrations/api/webhooks`, token);
    },
    { more: ['--limit-every', '2', '--quiet'] },
  );
  expect(report.recording?.leftOut).toContainEqual({
    why: 'requests say nothing of the server: answered by `observe` itself: --limit-every',
    times: 3,
  });
  expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(stdout).toContain('as recorded: 6 requests');
});

it.skipIf(chromium === null)(
  'stands between a page and a server: errors of the page are reported as they happen',
  async () => {
    const site = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>');
    });
    const port = await listening(site);
    const { report, stdout } = await observing(
      async ({ url, token, sandbox }) => {
        if (chromium === null) return;
        await using browser = await openChromium(chromium);
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${port}/`);
        await new Promise((resolve) => setTimeout(resolve, 1500));
        // Without `Retry-After`: whether a client reads that header is left to it.
        // So many that it is decided on a busy machine, where a page comes back later than at once.
        sandbox.limitNext(150);
        const total = await page.evaluate(`(async () => {
        const ask = async () => {
          const answer = await fetch('${url}/integrations/api/webhooks', { headers: { authorization: 'Bearer ${token}' } });
          return answer.status === 429 ? ask() : (await answer.json()).total;
        };
        return ask();
      })()`);
        expect(total).toBe(47);
      },
      { twin: 'default-limit-is-10' },
    );
    await closed(site);
    expect(verdicts(report, 'PAGE-01', 'CLI-01', 'CLI-03')).toEqual({
      'PAGE-01': 'fail',
      'CLI-01': 'pass',
      'CLI-03': 'fail',
    });
    expect(stdout).toMatch(/^BREACH PAGE-01/m);
  },
);

it.each<[string, readonly RawConnection[]]>([
  ['leaves after CONNECT', [{ text: connecting, piece: 100, leaving: 'resets' }]],
  ['sends a byte behind CONNECT, and stays', [{ text: `${connecting}x`, piece: 100, leaving: 'stays' }]],
  ['never reads', [{ text: connecting, piece: 100, leaving: 'stays and never reads' }]],
  [`is any of ${connectionsTried}`, fc.sample(anyConnection(), { numRuns: connectionsTried, seed: 28 })],
])('writes the report at Ctrl-C if a client %s', async (_, connections) => {
  const open: Socket[] = [];
  const { code, report, stderr } = await observing(async ({ url }) => {
    const port = Number(new URL(url).port);
    for (const one of connections) {
      open.push(await makeConnection(port, one));
      if (open.length > mostOpen) open.shift()?.destroy();
    }
    const last = await makeConnection(port, { text: connecting, piece: 100, leaving: 'stays' });
    expect(await allOf(last)).toMatch(/^HTTP\/1.1 501 /);
  });
  for (const socket of open) socket.destroy();
  expect(stderr).not.toContain('Error');
  expect(report.recording?.leftOut.map(({ why }) => why)).toContain(
    'requests were not forwarded: CONNECT: this is no forward proxy',
  );
  expect(code).toBe(connections.length === 1 ? 2 : 1);
});

it('says what is wrong with its options', async () => {
  for (const [args, why] of [
    [['--upstream', 'localhost', '--listen', '0'], '--upstream must be the base address of a server'],
    [['--upstream', 'http://127.0.0.1:1', '--listen', 'x'], 'It must be a port, or host:port'],
    [
      ['--upstream', 'http://127.0.0.1:1', '--listen', '0', '--rule', 'NONE'],
      'there is no such rule or group',
    ],
  ] as const) {
    const { code, stderr } = await startCommand(['observe', ...args], { cwd: tmpdir() }).ended;
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  }
});

it('reaches a server by TLS if it trusts the authority of its certificate', async () => {
  const { code, report } = await observing(
    async ({ url, direct, token }) => {
      for (const at of ['/integrations/api/webhooks?limit=3', '/nowhere'])
        expect(await curl(url + at, token)).toBe(await curl(direct + at, token));
      await run('python3', ['-c', python, url, token]);
    },
    { tls: 'trusted' },
  );
  expect(verdicts(report, 'CLI-01', 'PAGE-04')).toEqual({ 'CLI-01': 'pass', 'PAGE-04': 'pass' });
  expect(code).toBe(0);
});

it('answers the program why it cannot reach a server whose certificate authority it does not trust', async () => {
  const { code, report } = await observing(
    async ({ url, token }) => {
      const answer = await curl(`${url}/integrations/api/webhooks`, token);
      expect(answer).toMatch(
        /^HTTP\/1.1 502 .*observe: the server cannot be reached: .*NODE_EXTRA_CA_CERTS/s,
      );
    },
    { tls: 'untrusted' },
  );
  expect(verdicts(report, 'PAGE-04')).toEqual({ 'PAGE-04': 'skipped' });
  expect(code).toBe(0);
});
