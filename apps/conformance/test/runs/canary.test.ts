/** No credential leaves the process, even if the target echoes it in every possible way. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import type { Answerer } from '../simulation/simulated-network.ts';
import { serveCommands } from '../served-command.ts';
import { simulateService } from '../simulation/simulate.ts';
import { judgeTarget } from '../../src/judge-target.ts';
import { breachText } from '@outreach-api/report/breach-text';
import { writeHar } from '../../src/report/har.ts';
import { jsonReport } from '../../src/report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { Unwritten } from '../../src/output/unwritten.ts';
import { writeOutputs } from '../../src/report/outputs.ts';
import { Summary } from '../../src/report/summary.ts';
import { rules } from '../../src/catalogue/rules.ts';
import type { Run } from '../../src/run.ts';
import { Recorder } from '@outreach-api/wire/recorder';
import { completeTarget, type Target } from '../../src/target/target.ts';

const created = 'canary-last-token-0d1f';

/** Answers 2xx with the credential in headers, fields, field names and texts; every rule finds something. */
const reflect: Answerer = async (request, { body = '' }) => {
  const sent = (await request.text()) || body;
  const secret = request.headers.get('authorization') ?? '';
  const bare = secret.replace(/^Bearer /, '');
  const record = {
    // The credential spans the places where reports and archives cut long bodies.
    padding: [3975, 32_700].map((length) => `${'x'.repeat(length)}${bare}`),
    uuid: `${bare}-${randomUUID()}`,
    event: secret,
    request_method: encodeURIComponent(secret),
    in_base64: Buffer.from(bare).toString('base64'),
    target_url: `https://example.com/?key=${encodeURIComponent(bare)}`,
    [bare]: JSON.stringify(secret),
    name: bare,
    jti: bare,
    last_token: request.method === 'POST' ? created : bare,
    sent,
  };
  const page = { data: [record], limit: bare, offset: 0, total: 3, has_more: bare };
  const isList = request.method === 'GET' && request.url.includes('/webhooks');
  return Response.json(isList ? { ...page, ...record } : record, { headers: { 'x-reflected': secret } });
};

/** Writes a report in every form; resolves to all of them as one text. */
async function everyOutput(report: JsonReport, archive: (file: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outreach-canary-'));
  const file = (name: string): string => path.join(folder, name);
  let annotations = '';
  const stdout = {
    write: (text: string) => {
      annotations += text;
    },
  };
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file('summary.md') };
  const wanted = { json: file('a.json'), junit: file('a.xml'), html: file('a.html'), badge: file('a.svg') };
  await writeOutputs(report, wanted, new Unwritten(), { env, stdout });
  await archive(file('a.har'));
  const names = await readdir(folder);
  expect(names.toSorted()).toEqual(['a.har', 'a.html', 'a.json', 'a.svg', 'a.xml', 'summary.md']);
  const texts = await Promise.all(names.map(async (name) => readFile(file(name), 'utf8')));
  await rm(folder, { recursive: true });
  expect(annotations).toContain('::error title=');
  return [annotations, ...texts].join('\n');
}

/** A run on that target, with all of its output. */
interface JudgedRun {
  readonly run: Run;
  readonly recorder: Recorder;
  readonly breaches: readonly string[];
  /** Everything that was printed and written. */
  readonly text: string;
}

async function judgedWith(
  credentials: Pick<Target, 'token' | 'otherAccountToken' | 'expiredToken'>,
): Promise<JudgedRun> {
  const recorder = new Recorder();
  const lines: string[] = [];
  const history = (line: string): void => {
    lines.push(line);
  };
  const run = await simulateService(
    1,
    () => ({ answer: reflect }),
    async (_, { network, url }) => {
      const target = completeTarget({
        baseUrl: url,
        ...credentials,
        fixtures: { senderProfiles: [randomUUID()], disposableWebhooks: [randomUUID()] },
        allow: { createApiKeys: 5, deliveries: 20, updates: true, deletes: true, flood: 30 },
      });
      return judgeTarget(target, { rules, seed: 1, runs: null, path: null, recorder, history, network });
    },
  );
  let printed = '';
  const out = {
    write: (text: string) => {
      printed += text;
    },
  };
  const summary = new Summary(out, {});
  for (const result of run.results) summary.decided(result, (text) => run.secrets.mask(text));
  summary.end(run, 'outreach-conformance server');
  const report = jsonReport(run, 'outreach-conformance server');
  const breaches = report.rules.flatMap((rule, index) => {
    const judged = run.results[index];
    return rule.breach === null || judged === undefined ? [] : [breachText(judged.rule, rule.breach)];
  });
  const outputs = await everyOutput(report, async (file) => writeHar(file, recorder, run.secrets));
  return { run, recorder, breaches, text: [printed, outputs, ...breaches, ...lines].join('\n') };
}

it('no credential is in any form of the report, the archive, the history, the summary or a breach, on a target that reflects them all', async () => {
  const sandbox = await createSandbox();
  const [account, other] = sandbox.accounts;
  sandbox.close();
  const made = `canary key/+=${randomUUID()}`.replace(' ', '-');
  const [otherAccountToken, { expiredToken }] = [other.token, account];
  const canaries = [made, account.token, otherAccountToken, expiredToken, created];
  for (const token of [made, account.token]) {
    const { run, recorder, breaches, text } = await judgedWith({ token, otherAccountToken, expiredToken });
    expect(breaches.length).toBeGreaterThan(5);
    expect(text).toContain('"kind":"end"');
    // The requests that restore the target are in the archive, too.
    expect(recorder.recordings.length).toBeGreaterThanOrEqual(run.requests);
    for (const canary of canaries) {
      const base64 = Buffer.from(canary).toString('base64').replace(/=+$/, '');
      for (const form of [canary, encodeURIComponent(canary), base64, canary.split('.')[1] ?? canary])
        expect(text.includes(form), `a form of ${canary}`).toBe(false);
    }
    for (const part of ['canary-key', encodeURIComponent('canary-key/'), 'canary-last'])
      expect(text.includes(part), `a part of a key: ${part}`).toBe(false);
  }
});

it.each([
  ['when it is loaded', 'throw new Error(text); export default async () => ({});'],
  ['in its default export', 'export default async () => { throw new Error(text); };'],
  [
    'as it makes a record',
    'const fail = async () => { throw new Error(text); }; export default async () => ({ createWebhook: fail, createSenderProfile: fail });',
  ],
])('no credential that a provision module throws %s is in any output', async (_, module) => {
  const secret = 'canary7Kq2Xv9';
  const text = `${secret}-env refused; postgres://admin:${secret}-address@db; {"client_secret":"${secret}-field"} password=${secret}-parameter`;
  await serveCommands(async ({ url, run, write, folder }) => {
    await write('provision.mjs', `const text = ${JSON.stringify(text)};\n${module}`);
    await write('target.json', {
      baseUrl: url,
      token: '${OUTREACH_TOKEN}',
      provision: './provision.mjs',
      allow: { deletes: true },
    });
    const forms = ['json', 'junit', 'html', 'har', 'history'].flatMap((name) => [`--${name}`, name]);
    const { stdout, stderr } = await run(
      ['server', '--config', 'target.json', '--rule', 'HOOK', '--github', ...forms],
      { env: { DB_PASSWORD: `${secret}-env`, GITHUB_STEP_SUMMARY: 'summary' } },
    );
    const names = (await readdir(folder)).filter((name) => !/provision|target/.test(name));
    const texts = await Promise.all(
      names
        .filter((name) => !name.startsWith('.'))
        .map(async (name) => readFile(path.join(folder, name), 'utf8')),
    );
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.join('\n')).toContain('$DB_PASSWORD refused');
    expect([stdout, stderr, ...texts].join('\n')).not.toContain(secret);
  });
});
