/** No credential leaves the process, also where the target sends it back in every way that it can. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import { judgeTarget } from '../judge-target.ts';
import { breachText } from '../report/breach-text.ts';
import { writeHar } from '../report/har.ts';
import { jsonReport, type JsonReport } from '../report/json-report.ts';
import { writeOutputs } from '../report/outputs.ts';
import { Summary } from '../report/summary.ts';
import { rules } from '../rules/rules.ts';
import { Recorder } from '../session/recorder.ts';
import { completeTarget } from '../target/target.ts';
import { portOf } from './port-of.ts';

const created = 'canary-last-token-0d1f';

/** Answers 2xx with the credential in headers, fields, names of fields and texts; every rule finds something. */
async function reflect(request: IncomingMessage): Promise<{ headers: Record<string, string>; body: string }> {
  let sent = '';
  for await (const chunk of request.setEncoding('utf8')) sent += String(chunk);
  const secret = String(request.headers.authorization);
  const bare = secret.replace(/^Bearer /, '');
  const record = {
    // The credential lies across the places where reports and archives cut long bodies.
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
  return {
    headers: {
      'content-type': 'application/json',
      'x-reflected': secret,
    },
    body: JSON.stringify(
      request.url?.includes('/webhooks') && request.method === 'GET' ? { ...page, ...record } : record,
    ),
  };
}

/** Writes a report in every form that there is; resolves to all of them as one text. */
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
  await writeOutputs(report, wanted, { env, stdout });
  await archive(file('a.har'));
  const names = await readdir(folder);
  expect(names.toSorted()).toEqual(['a.har', 'a.html', 'a.json', 'a.svg', 'a.xml', 'summary.md']);
  const texts = await Promise.all(names.map(async (name) => readFile(file(name), 'utf8')));
  await rm(folder, { recursive: true });
  expect(annotations).toContain('::error title=');
  return [annotations, ...texts].join('\n');
}

it('no credential is in any form of the report, the archive, the summary or a breach, on a target that reflects them all', async () => {
  const sandbox = await createSandbox();
  const [account, other] = sandbox.accounts;
  const server = createServer((request, response) => {
    void reflect(request).then(({ headers, body }) => {
      response.writeHead(200, headers);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const canaries = [
    `canary key/+=${randomUUID()}`.replace(' ', '-'),
    account.token,
    other.token,
    account.expiredToken,
    created,
  ];
  const [token = '', , otherAccountToken = '', expiredToken = ''] = canaries;
  for (const key of [token, account.token]) {
    const recorder = new Recorder();
    const run = await judgeTarget(
      completeTarget({
        baseUrl: `http://127.0.0.1:${portOf(server)}`,
        token: key,
        otherAccountToken,
        expiredToken,
        fixtures: { senderProfiles: [randomUUID()], disposableWebhooks: [randomUUID()] },
        allow: { createApiKeys: 5, deliveries: 20, updates: true, deletes: true, flood: 30 },
      }),
      { rules, seed: 1, runs: null, path: null, recorder },
    );
    let printed = '';
    const summary = new Summary(
      {
        write: (text) => {
          printed += text;
        },
      },
      {},
    );
    for (const result of run.results) summary.decided(result, (text) => run.secrets.mask(text));
    summary.end(run, 'outreach-conformance server');
    const report = jsonReport(run, 'outreach-conformance server');
    const breaches = report.rules.flatMap((rule, index) => {
      const judged = run.results[index];
      return rule.breach === null || judged === undefined ? [] : [breachText(judged.rule, rule.breach)];
    });
    expect(breaches.length).toBeGreaterThan(5);
    const outputs = await everyOutput(report, async (file) => writeHar(file, recorder, run.secrets));
    // What restores the target is in the archive too.
    expect(recorder.recordings.length).toBeGreaterThanOrEqual(run.requests);
    const written = [printed, outputs, ...breaches].join('\n');
    for (const canary of canaries) {
      const base64 = Buffer.from(canary).toString('base64').replace(/=+$/, '');
      for (const form of [canary, encodeURIComponent(canary), base64, canary.split('.')[1] ?? canary])
        expect(written.includes(form), `a form of ${canary}`).toBe(false);
    }
    for (const part of ['canary-key', encodeURIComponent('canary-key/'), 'canary-last'])
      expect(written.includes(part), `a part of a key: ${part}`).toBe(false);
  }
  server.close();
  server.closeAllConnections();
  sandbox.close();
});
