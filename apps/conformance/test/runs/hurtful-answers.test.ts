import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, type Sandbox } from '@outreach-api/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hurtfulAnswers, type HurtfulAnswer } from '../services/hurtful-answers.ts';
import { serveHurtfully, type HurtfulOptions } from '../services/hurtful-server.ts';
import { portOf } from '../port-of.ts';
import { runCommand, withoutProgress, type Ended } from '../real-command.ts';

/** Peak of the resident memory that a process may have, in MB. */
const mostMemoryMb = 300;
const few = ['--rule', 'PAGE', '--rule', 'HOOK', '--runs', '2'];

/** Those that can be read, and so judged: what they say is wrong. */
const readable: ReadonlySet<string> = new Set([
  'invalid UTF-8',
  'a content length that is too short',
  'a redirect to elsewhere',
  'a redirect that keeps the method, to elsewhere',
  'a refresh and a link to elsewhere',
  'an HTML error page',
  'HTML with 200',
  'huge numbers',
  'a total of 10^15',
  'the same keys twice',
  '__proto__ and constructor as keys',
  'NUL bytes',
  '204 with a body',
  'a charset of UTF-16',
  'chunk extensions',
  'a megabyte of chunk extensions',
  'chunks of one byte',
  'three answers to one request',
  'a proxy that wants a credential',
  'a closed connection that was to be kept',
]);

/** Writes the peak of the process's own memory, in kB, to the file that HWM_FILE names. */
const measuring = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs';
  process.on('exit', () => {
    const peak = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    writeFileSync(process.env.HWM_FILE, peak ?? '');
  });
`)}`;

let folder: string;
let sandbox: Sandbox;
let elsewhere: string;
const arrivedElsewhere: string[] = [];
const other = createHttpServer((request, response) => {
  arrivedElsewhere.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
  response.end('{}');
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-hurtful-'));
  await writeFile(
    path.join(folder, 'target.json'),
    JSON.stringify({ baseUrl: '${BASE_URL}', token: '${OUTREACH_TOKEN}', requests: { timeoutMs: 1000 } }),
  );
  sandbox = await createSandbox();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  elsewhere = `http://127.0.0.1:${portOf(other)}`;
});

afterAll(async () => {
  sandbox.close();
  other.closeAllConnections();
  await new Promise((done) => other.close(done));
  await rm(folder, { recursive: true });
});

interface Measured extends Ended {
  readonly peakMb: number;
}

let runs = 0;

/** Judges what answers so, by the real command in a process of its own. */
async function judged(url: string, args: readonly string[] = []): Promise<Measured> {
  runs += 1;
  const file = path.join(folder, `peak-${runs}`);
  const token = sandbox.accounts[0].token;
  const ended = await runCommand(['server', '--config', 'target.json', '--seed', '1', ...args], {
    cwd: folder,
    env: { OUTREACH_TOKEN: token, HWM_FILE: file, BASE_URL: url },
    node: ['--import', measuring],
  });
  return { ...ended, peakMb: Number(await readFile(file, 'utf8')) / 1024 };
}

/** What holds of each run, whatever it was answered. */
function expectWellBehaved({ code, stdout, stderr, peakMb }: Measured): void {
  expect([0, 1, 2]).toContain(code);
  expect(`${stdout}${stderr}`).not.toMatch(/fault of the suite|\n\s+at |Error:/);
  expect(`${stdout}${stderr}`).not.toContain(sandbox.accounts[0].token.slice(0, 30));
  if (code === 2) expect(withoutProgress(stderr).trim().split('\n')).toHaveLength(1);
  expect(peakMb).toBeLessThan(mostMemoryMb);
  expect(arrivedElsewhere).toEqual([]);
}

async function hurt(options: Omit<HurtfulOptions, 'sandbox' | 'elsewhere'>, args: readonly string[] = []) {
  const server = await serveHurtfully({ ...options, sandbox, elsewhere });
  try {
    const measured = await judged(server.url, args);
    return { ...measured, hurts: server.hurts };
  } finally {
    await server.close();
  }
}

describe.concurrent('a target whose every answer is', () => {
  it.for(Object.entries(hurtfulAnswers))('%s', async ([, answer]) => {
    const measured = await hurt({ answer, hurts: () => true }, few);
    expectWellBehaved(measured);
    expect(measured.hurts).toBeGreaterThan(0);
  });
});

/** One kind in six: each takes a process of its own, and a run that goes on. */
const sometimes = Object.entries(hurtfulAnswers).filter((_, index) => index % 6 === 0);

describe.concurrent('a target whose every third answer is', () => {
  it.for(sometimes)('%s', async ([kind, answer]) => {
    const measured = await hurt({ answer, hurts: (request) => request % 3 === 2 }, few);
    expectWellBehaved(measured);
    expect(measured.hurts).toBeGreaterThan(3);
    // What is not read, or never came, says nothing against the target.
    if (!readable.has(kind)) expect(measured.code).toBe(0);
  });

  it('any of those that take memory, by all rules', async () => {
    const kinds = [
      'gzip of 100 MB',
      'brotli of 100 MB',
      'a body without end',
      '100,000 headers',
      '600,000 objects',
    ];
    const answers = kinds.flatMap((kind) => hurtfulAnswers[kind] ?? []);
    expect(answers).toHaveLength(kinds.length);
    let turn = 0;
    const answer: HurtfulAnswer = (socket, address) => {
      turn += 1;
      return answers[turn % answers.length]?.(socket, address);
    };
    const measured = await hurt({ answer, hurts: (request) => request % 2 === 1 });
    expectWellBehaved(measured);
    expect(measured.code).toBe(0);
  });
});

describe('a target', () => {
  it('that answers before it was asked is judged, or refused in a line', async () => {
    const answer = hurtfulAnswers['the same keys twice'] ?? (() => undefined);
    expectWellBehaved(await hurt({ answer, hurts: () => true, early: true }, few));
  });

  it('whose certificate does not hold is not reached: nothing is sent', async () => {
    const requests: string[] = [];
    const server = createTlsServer(await selfSigned(), (request, response) => {
      requests.push(String(request.url));
      response.end('{}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const measured = await judged(`https://127.0.0.1:${portOf(server)}`, few);
    await new Promise((done) => server.close(done));
    expectWellBehaved(measured);
    expect(measured.stderr).toMatch(
      /cannot be reached: nobody this machine trusts .*DEPTH_ZERO_SELF_SIGNED_CERT.*`tls.ca`/,
    );
    expect(requests).toEqual([]);
  });
});

/** A certificate that nobody has signed, for another name. */
async function selfSigned(): Promise<{ readonly key: Buffer; readonly cert: Buffer }> {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=elsewhere.example',
  ];
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: await readFile(key), cert: await readFile(cert) };
}
