import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, type Sandbox } from '@outreach-api/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeTarget } from '../../src/judge-target.ts';
import { exitOf } from '@outreach-api/report/exit-code';
import { jsonReport } from '../../src/report/json-report.ts';
import { Summary } from '../../src/report/summary.ts';
import { rules } from '../../src/catalogue/rules.ts';
import { selectRules } from '../../src/catalogue/select-rules.ts';
import type { Run } from '../../src/run.ts';
import { ConfigurationError } from '@outreach-api/wire/configuration-error';
import { completeTarget } from '../../src/target/target.ts';
import { hurtfulAnswers, type HurtfulAnswer } from '../services/hurtful-answers.ts';
import { serveHurtfully, type HurtfulOptions } from '../services/hurtful-server.ts';
import { portOf } from '../port-of.ts';
import { runCommand, type Ended } from '../real-command.ts';

/** The highest resident memory that a process may reach, in MB. */
const mostMemoryMb = 300;
/** Answers that end only with the timeout. */
const withoutEnd: ReadonlySet<string> = new Set([
  'a header byte every 20 ms',
  'a body byte every 20 ms',
  'no answer',
]);
/** The timeout for those, in milliseconds. The others never take as long, however busy the machine. */
const timeoutMs = 1000;
const few = selectRules(rules, ['PAGE', 'HOOK']);
/** If only some answers are harmful, a run continues, and waits a lot. */
const fewer = selectRules(rules, ['PAGE-01', 'PAGE-02', 'PAGE-06', 'HOOK-01']);

/** Answers that can be read, and therefore judged: what they say is wrong. */
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

const takingMemory = [
  'a body of 50 MB',
  'a body without end',
  'gzip of 100 MB',
  'gzip of gzip of 100 MB',
  'brotli of 100 MB',
  'a header of 1 MB',
  '100,000 headers',
  '100,000 brackets',
  'a page with 100,000 nested objects',
  '600,000 objects',
];

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

/** How a run ended, and its output. */
interface Outcome {
  readonly code: number | null;
  readonly printed: string;
}

/** Judges such a target by some rules. */
async function judged(url: string, by = few, requests = {}): Promise<Outcome> {
  const { token } = sandbox.accounts[0];
  const target = completeTarget({ baseUrl: url, token, requests });
  try {
    const run = await judgeTarget(target, { rules: by, seed: 1, runs: 2, path: null });
    return { code: exitOf(jsonReport(run, '')).code, printed: printedOf(run) };
  } catch (error) {
    if (error instanceof ConfigurationError) return { code: 2, printed: `${error.message}\n` };
    throw error;
  }
}

function printedOf(run: Run): string {
  let printed = '';
  const out = {
    write: (text: string) => {
      printed += text;
    },
  };
  const summary = new Summary(out, {});
  for (const result of run.results) summary.decided(result, (text) => run.secrets.mask(text));
  summary.end(run, 'outreach-conformance server');
  return printed;
}

/** Judges such a target by all rules, in a process of its own; also returns its peak memory in MB. */
async function judgedApart(url: string): Promise<readonly [ended: Ended, peakMb: number]> {
  const file = path.join(folder, 'peak');
  const target = { baseUrl: url, token: '${OUTREACH_TOKEN}' };
  await writeFile(path.join(folder, 'target.json'), JSON.stringify(target));
  const ended = await runCommand(['server', '--config', 'target.json', '--seed', '1'], {
    cwd: folder,
    env: { OUTREACH_TOKEN: sandbox.accounts[0].token, HWM_FILE: file },
    node: ['--import', measuring],
  });
  return [ended, Number(await readFile(file, 'utf8')) / 1024];
}

/** What indicates a fault of the suite, including a line of a stack, but not prose that starts like one. */
const fault = /fault of the suite|(?:\.[cm]?[jt]s|node:[\w/]+):\d+:\d+|Error:/;

/** What holds for every run, whatever the answers. */
function expectWellBehaved({ code, printed }: Outcome): void {
  expect([0, 1, 2]).toContain(code);
  expect(printed).not.toMatch(fault);
  expect(printed).not.toContain(sandbox.accounts[0].token.slice(0, 30));
  if (code === 2) expect(printed.trim().split('\n')).toHaveLength(1);
  expect(arrivedElsewhere).toEqual([]);
}

/** The result of work on a harmful server, and the number of harmful answers. */
async function hurt<Result>(
  options: Omit<HurtfulOptions, 'sandbox' | 'elsewhere'>,
  work: (url: string) => Promise<Result>,
): Promise<readonly [result: Result, hurts: number]> {
  const server = await serveHurtfully({ ...options, sandbox, elsewhere });
  try {
    return [await work(server.url), server.hurts];
  } finally {
    await server.close();
  }
}

describe.concurrent('a target whose every answer is', () => {
  it.for(Object.entries(hurtfulAnswers))('%s', async ([kind, answer]) => {
    const requests = withoutEnd.has(kind) ? { timeoutMs } : {};
    const [ended, hurts] = await hurt({ answer, hurts: () => true }, async (url) =>
      judged(url, few, requests),
    );
    expectWellBehaved(ended);
    expect(hurts).toBeGreaterThan(0);
  });
});

/** Every sixth kind. */
const sometimes = Object.entries(hurtfulAnswers).filter((_, index) => index % 6 === 0);

describe.concurrent('a target whose every third answer is', () => {
  it.for(sometimes)('%s', async ([kind, answer]) => {
    const [ended, hurts] = await hurt({ answer, hurts: (request) => request % 3 === 2 }, async (url) =>
      judged(url, fewer),
    );
    expectWellBehaved(ended);
    expect(hurts).toBeGreaterThan(3);
    // Answers that are not read, or never arrived, say nothing against the target.
    if (!readable.has(kind)) expect(ended.code).toBe(0);
  });
});

it('a target whose every other answer consumes memory is judged by all rules in little memory', async () => {
  const answers = takingMemory.flatMap((kind) => hurtfulAnswers[kind] ?? []);
  expect(answers).toHaveLength(takingMemory.length);
  let turn = 0;
  const answer: HurtfulAnswer = (socket, address) => {
    turn += 1;
    return answers[turn % answers.length]?.(socket, address);
  };
  const [[ended, peakMb], hurts] = await hurt({ answer, hurts: (request) => request % 2 === 1 }, judgedApart);
  expectWellBehaved({ code: ended.code, printed: `${ended.stdout}${ended.stderr}` });
  expect(ended.code).toBe(0);
  expect(hurts).toBeGreaterThan(takingMemory.length);
  expect(peakMb).toBeGreaterThan(0);
  expect(peakMb).toBeLessThan(mostMemoryMb);
});

describe('a target', () => {
  it('that answers before a request is judged, or refused in a line', async () => {
    const answer = hurtfulAnswers['the same keys twice'] ?? (() => undefined);
    const [ended] = await hurt({ answer, hurts: () => true, early: true }, judged);
    expectWellBehaved(ended);
  });

  it('with an invalid certificate is not reached: nothing is sent', async () => {
    const requests: string[] = [];
    const server = createTlsServer(await selfSigned(), (request, response) => {
      requests.push(String(request.url));
      response.end('{}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const ended = await judged(`https://127.0.0.1:${portOf(server)}`);
    await new Promise((done) => server.close(done));
    expectWellBehaved(ended);
    expect(ended.printed).toMatch(
      /cannot be reached: its certificate is signed by no authority .*DEPTH_ZERO_SELF_SIGNED_CERT.*`tls.ca`/,
    );
    expect(requests).toEqual([]);
  });
});

/** A self-signed certificate for another name. */
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
