import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, serveSandbox, type Sandbox, type ServedSandbox } from '@outreach-api/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandInRealTime } from '../../test/command-in-process.ts';
import { closed, forwardTo, listening } from '../../test/services/forwarding.ts';
import type { Ended } from '../../test/real-command.ts';
import { rules } from '../catalogue/rules.ts';
import { completeTarget } from '../target/target.ts';
import { decidable } from './decidable.ts';
import { allRevealed } from './finding.ts';

const nowhere = '00000000-0000-4000-8000-000000000001';

let folder: string;
let sandbox: Sandbox;
let served: ServedSandbox;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-conformance-'));
  sandbox = await createSandbox();
  served = await serveSandbox(sandbox);
});

afterEach(async () => {
  await served.close();
  sandbox.close();
  await rm(folder, { recursive: true });
});

async function doctor(
  target: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const whole = { baseUrl: served.url, token: '${OUTREACH_TOKEN}', ...target };
  await writeFile(path.join(folder, 'target.json'), JSON.stringify(whole));
  const credentials = { OUTREACH_TOKEN: sandbox.accounts[0].token, ...env };
  return commandInRealTime(['doctor', '--config', 'target.json'], { cwd: folder, env: credentials });
}

function everythingGiven(): Readonly<Record<string, unknown>> {
  const [first, second] = sandbox.accounts;
  const [one, other, ...rest] = first.senderProfiles();
  return {
    otherAccountToken: second.token,
    expiredToken: first.expiredToken,
    fixtures: {
      senderProfiles: [one, other],
      disposableSenderProfiles: rest,
      // The last of the list: it takes several pages to find it.
      disposableWebhooks: first.webhooks().slice(-1),
    },
    allow: { createApiKeys: 3, deliveries: 20, updates: true, deletes: true, flood: 100 },
  };
}

describe('doctor', () => {
  it('says that all works where it does, and changes nothing', async () => {
    const before = sandbox.snapshot();
    const { code, stdout, stderr } = await doctor(everythingGiven());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = [
      'works      baseUrl, token                     the list of webhooks is answered 200',
      'works      otherAccountToken                  lists webhooks (200), none of the account under test',
      'works      expiredToken                       is refused with 401, as it should be',
      'works      fixtures.senderProfiles            2 of 2 readable',
      'works      fixtures.disposableSenderProfiles  2 of 2 readable',
      'works      fixtures.disposableWebhooks        1 of 1 listed',
      'not given  provision',
      'works      list of webhooks                   47 webhooks',
      'works      filter.placement                   query-json, determined',
      'works      clock of the target                as the one of this machine',
    ];
    for (const line of lines) expect(stdout).toContain(`  ${line}\n`);
    expect(stdout).toMatch(
      /works +receiver +listens, and can be reached at http:\/\/127\.0\.0\.1:\d+ from here/,
    );
    expect(stdout).toMatch(/A run sends about \d+ requests: ~\d+ s at \d+ ms per request, 8 at a time\.\n/);
    expect(stdout).toMatch(
      /Of \d+ rules \d+ can be decided, \d+ depend on what the run finds, 0 can be decided in part, 1 not at all\./,
    );
    expect(stdout).toMatch(
      /What would let more be decided:\n {2}`provision` with `createWebhook`\n.*HOOK-02\n/,
    );
    expect(sandbox.snapshot()).toEqual(before);
    for (const { token } of sandbox.accounts) expect(stdout).not.toContain(token);
  });

  it('says what a first target file lets be decided, and what each permission would add', async () => {
    const { code, stdout } = await doctor({});
    expect(code).toBe(0);
    const { whole, open, inPart, notAtAll } = decidable(
      rules,
      completeTarget({ baseUrl: served.url, token: 'x' }),
      allRevealed,
    );
    expect(stdout).toContain(
      `Of ${rules.length} rules ${whole.length} can be decided, ${open.length} depend on what the run finds, ${inPart.length} can be decided in part, ${notAtAll.length} not at all.`,
    );
    expect(stdout).toMatch(/`allow\.createApiKeys` of 1 or more\n {4}\d+ more: [^\n]*KEY-01, /);
    expect(stdout).toMatch(/`expiredToken`\n {4}[^\n]*AUTH-04/);
    expect(stdout).toMatch(/`allow\.updates: true`\n {4}together with others of these \d+: /);
  });

  it('says of each thing that does not work what was seen, and does not count on it', async () => {
    const given = {
      otherAccountToken: '${OUTREACH_OTHER_ACCOUNT_TOKEN}',
      expiredToken: sandbox.accounts[0].colleagueToken,
      fixtures: { senderProfiles: [nowhere], disposableWebhooks: [nowhere] },
      allow: { deliveries: 5, updates: true },
      receiver: { publicUrl: 'http://127.0.0.1:9/hooks' },
    };
    const { code, stdout } = await doctor(given, { OUTREACH_OTHER_ACCOUNT_TOKEN: '' });
    expect(code).toBe(2);
    expect(stdout).toMatch(/FAILS +otherAccountToken +\$OUTREACH_OTHER_ACCOUNT_TOKEN is not set\n/);
    expect(stdout).toMatch(
      /FAILS +expiredToken +has not expired: AUTH-04 needs a key that has, and this one expires at 20\d\d-/,
    );
    expect(stdout).toMatch(
      new RegExp(`FAILS +fixtures\\.senderProfiles +0 of 1 readable: ${nowhere} was answered 404\n`),
    );
    expect(stdout).toMatch(
      new RegExp(`FAILS +fixtures\\.disposableWebhooks +0 of 1 listed: ${nowhere} is not listed\n`),
    );
    expect(stdout).toMatch(
      /FAILS +receiver +.* cannot be reached at http:\/\/127\.0\.0\.1:9 from here: ECONNREFUSED\n/,
    );
    expect(stdout).toContain('`otherAccountToken`\n');
    expect(stdout).toContain('a uuid in `fixtures.senderProfiles` (or `provision`)\n');
  });

  it('recognises a key of the same account, and one that is refused', async () => {
    const same = await doctor({ otherAccountToken: sandbox.accounts[0].colleagueToken });
    expect(same.stdout).toMatch(/FAILS +otherAccountToken +lists webhooks of the account under test/);
    const wrong = await doctor({ otherAccountToken: 'no-key' });
    expect(wrong.stdout).toMatch(
      /FAILS +otherAccountToken +is refused with 401: is it a key of this target\?/,
    );
    expect([same.code, wrong.code]).toEqual([2, 2]);
  });

  it.each([
    ['changes are denied', (method = 'GET') => method !== 'GET', 'FAILS'],
    ['all that is unknown is denied', () => true, 'note'],
  ] as const)('says what a key may not do, where %s', async (_, isDenied, state) => {
    const known = new Set(sandbox.accounts[0].senderProfiles());
    const forward = forwardTo(Number(new URL(served.url).port));
    const server = createServer((request, response) => {
      const { method, url = '' } = request;
      const isKnown =
        method === 'GET' && (url.includes('webhooks') || known.has(url.split('/').at(-1) ?? ''));
      if (isKnown || !isDenied(method)) forward(request, response);
      else response.writeHead(403).end();
    });
    const baseUrl = `http://127.0.0.1:${await listening(server)}`;
    const before = sandbox.snapshot();
    const { code, stdout } = await doctor({ ...everythingGiven(), baseUrl });
    await closed(server);
    expect(stdout).toMatch(
      new RegExp(` ${state} +allow\\.updates .*an update of an unknown uuid is refused with 403`),
    );
    expect(stdout).toMatch(
      new RegExp(` ${state} +allow\\.deletes .*a deletion of an unknown uuid is refused with 403`),
    );
    expect(stdout).toMatch(
      / FAILS +allow\.createApiKeys +a creation without a name is refused with 403: may this/,
    );
    expect(stdout).toMatch(/ FAILS +allow\.deliveries +.* is refused with 403: may this key test webhooks\?/);
    expect(sandbox.snapshot()).toEqual(before);
    expect(code).toBe(2);
  });

  it('says that a profile bears the mark of a run, and the run refuses to take it for the owner’s', async () => {
    const [account] = sandbox.accounts;
    const [uuid] = account.senderProfiles();
    const marked = new Request(`${served.url}/flows/api/sender-profiles/${uuid}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'conformance ab12cd34' }),
    });
    expect((await sandbox.fetch(marked)).ok).toBe(true);
    const before = sandbox.snapshot();
    const says =
      /is in use by another run, or was not restored by one: its label has the mark of run ab12cd34/;
    const { code, stdout } = await doctor(everythingGiven());
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringMatching(says) });
    const run = await commandInRealTime(['server', '--config', 'target.json', '--rule', 'PROF-04'], {
      cwd: folder,
      env: { OUTREACH_TOKEN: account.token },
    });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 2, stderr: expect.stringMatching(says) });
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('says why a target cannot be judged at all, and what is not set', async () => {
    const refused = await doctor({ token: 'wrong-credential' });
    expect(refused.stdout).toMatch(/FAILS +baseUrl, token +refuses the credential: .* answered 401; /);
    expect(refused.stdout).toContain('Nothing else was tried.');
    const unset = await doctor({ headers: { 'X-Key': '${X_KEY}' } }, { OUTREACH_TOKEN: '', X_KEY: '' });
    expect(unset.stdout).toMatch(
      /FAILS +token +OUTREACH_TOKEN is not set\n +FAILS +headers\.x-key +X_KEY is not set\n/,
    );
    expect([refused.code, unset.code]).toEqual([2, 2]);
  });

  it('recognises a clock that goes wrong, and a short list', async () => {
    const page = { data: [], limit: 20, offset: 0, total: 0, has_more: false };
    const server = createServer((_request, response) => {
      const date = new Date(Date.now() - 3_600_000).toUTCString();
      response.writeHead(200, { 'content-type': 'application/json', date }).end(JSON.stringify(page));
    });
    const baseUrl = `http://127.0.0.1:${await listening(server)}`;
    const { code, stdout } = await doctor({ baseUrl });
    await closed(server);
    expect(code).toBe(0);
    expect(stdout).toMatch(/note +clock of the target +3\d\d\d s behind the one of this machine\n/);
    expect(stdout).toMatch(/note +list of webhooks +0 webhooks: rules of PAGE and FILT see more on 25\n/);
  });
});
