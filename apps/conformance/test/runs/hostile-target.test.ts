/** A target that echoes credentials in disguise, and text that controls a terminal, judged by the real command. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answerer } from '../simulation/simulated-network.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { commandInRealTime } from '../command-in-process.ts';
import { serveAnswerer } from '../over-sockets.ts';
import { runCommand, type Ended } from '../real-command.ts';
import { partsOf, revealedIn } from '../revealed-in.ts';

const token = 'k7/Qz+2mV9xR4tB8wN3pL6sD1fG5hJ0c';
const cookie = 'S3ss10nOfS0mebody4T0day';
const gatewayKey = 'G4tew4yK3y0fTheT4rget8Y1';
const files = ['report.json', 'report.html', 'junit.xml', 'requests.har', 'summary.md'];

/** Text that controls a terminal, or changes the direction of a line, raw and as JSON. */
const acting = '\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Eyletelpmoc\u2066\u200B';
const command = '\n::error::made up\n##[error]made up';

let folder: string;
let ended: Ended;
let written: Readonly<Record<string, string>>;

/** What a helpful debugging page shows of a request, in every possible encoding. */
function disguised(authorization: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(authorization);
  const hex = bytes.toString('hex');
  return {
    base64: bytes.toString('base64'),
    hex,
    colons: (hex.match(/../g) ?? []).join(':'),
    percent: hex.replaceAll(/../g, '%$&'),
    entities: hex.replaceAll(/../g, '&#x$&;'),
    twice: Buffer.from(JSON.stringify({ authorization: encodeURIComponent(authorization) })).toString(
      'base64',
    ),
    piece: authorization.slice(9, 24),
  };
}

const answer: Answerer = async (request) => {
  const authorization = request.headers.get('authorization') ?? '';
  const seen = JSON.stringify({
    uuid: `${acting}${command}`,
    ...disguised(authorization),
    cookie: `sid=${cookie}`,
  });
  const spelled = Array.from(authorization, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
  const isOurs = authorization === `Bearer ${token}`;
  const list = `{"data":[${seen}],"limit":20,"offset":0,"total":1,"has_more":false,"spelled":"${spelled}"}`;
  return new Response(isOurs ? list : `${acting}${command} ${spelled} ${seen}`, {
    headers: {
      'content-type': 'application/json',
      'set-cookie': `sid=${cookie}; Path=/`,
      'x-api-key': gatewayKey,
      'x-seen': Buffer.from(authorization).toString('base64'),
    },
  });
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-hostile-'));
  const served = await serveAnswerer(answer);
  await writeFile(
    path.join(folder, 'target.json'),
    JSON.stringify({ baseUrl: served.url, token: '${OUTREACH_TOKEN}' }),
  );
  const [json = '', html = '', junit = '', har = '', summary = ''] = files;
  const outputs = ['--json', json, '--html', html, '--junit', junit, '--har', har];
  const rules = ['PAGE-01', 'AUTH-02', 'HOOK-01'].flatMap((group) => ['--rule', group]);
  ended = await runCommand(
    ['server', '--config', 'target.json', '--seed', '1', '--runs', '2', ...rules, ...outputs],
    {
      cwd: folder,
      env: { OUTREACH_TOKEN: token, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path.join(folder, summary) },
    },
  );
  await served.close();
  const contents = files.map(
    async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const,
  );
  written = {
    stdout: ended.stdout,
    stderr: ended.stderr,
    ...Object.fromEntries(await Promise.all(contents)),
  };
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

it('is found to be broken, and its answers are shown', () => {
  expect(ended.code).toBe(1);
  for (const name of ['stdout', ...files]) expect(written[name], `in ${name}`).toContain('OUTREACH_TOKEN');
});

it.each(['stdout', 'stderr', ...files])('no credential can be decoded from %s', (name) => {
  const parts = new Set([token, cookie, gatewayKey].flatMap((secret) => partsOf(secret, 8)));
  const lines = new Set((written[name] ?? '').split('\n'));
  expect([...lines].flatMap((line) => revealedIn(line, parts))).toEqual([]);
});

function expectNothingActs(text: string): void {
  expect(text.match(/(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B]/gu)).toBeNull();
  expect(text.match(/##\[.{0,20}/g)).toBeNull();
  const commands = text.match(/^\s*::.{0,20}/gm) ?? [];
  expect(commands.filter((line) => !line.startsWith('::error title='))).toEqual([]);
}

it.each(['stdout', 'stderr', ...files])('nothing becomes active where %s is shown', (name) => {
  expectNothingActs(written[name] ?? '');
});

it('nothing in a report by someone else becomes active', async () => {
  const report: JsonReport = JSON.parse(written['report.json'] ?? '');
  const rules = report.rules.map((rule) => ({ ...rule, verdict: 'fail', reason: `${command}${acting}` }));
  const doctored = { ...report, target: { baseUrl: `https://${acting}.example` }, rules };
  await writeFile(path.join(folder, 'doctored.json'), JSON.stringify(doctored));
  const args = ['compare', 'report.json', 'doctored.json'];
  const { stdout, stderr } = await commandInRealTime(args, { cwd: folder });
  expect(stdout).toContain('\\u202eyletelpmoc');
  expectNothingActs(stdout);
  expectNothingActs(stderr);
});
