/** No credential leaves the process, also where the target sends it back in every way that it can. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createSandbox } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import { judgeTarget } from '../judge-target.ts';
import { breachText } from '../report/breach-text.ts';
import { jsonReport } from '../report/json-report.ts';
import { Summary } from '../report/summary.ts';
import { rules } from '../rules/rules.ts';
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
    uuid: `${bare}-${randomUUID()}`,
    event: secret,
    request_method: encodeURIComponent(secret),
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

it('no credential is in the report, the summary or a breach, on a target that reflects them all', async () => {
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
    const run = await judgeTarget(
      completeTarget({
        baseUrl: `http://127.0.0.1:${portOf(server)}`,
        token: key,
        otherAccountToken,
        expiredToken,
        fixtures: { senderProfiles: [randomUUID()], disposableWebhooks: [randomUUID()] },
        allow: { createApiKeys: 5, deliveries: 20, updates: true, deletes: true, flood: 30 },
      }),
      { rules, seed: 1, runs: null, path: null },
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
    const written = [printed, JSON.stringify(report), ...breaches].join('\n');
    for (const canary of canaries) {
      for (const form of [canary, encodeURIComponent(canary), canary.split('.')[1] ?? canary])
        expect(written).not.toContain(form);
    }
  }
  server.close();
  server.closeAllConnections();
  sandbox.close();
});
