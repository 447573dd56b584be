import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  createSandbox,
  serveSandbox,
  type RecordedRequest,
  type Sandbox,
  type ServedSandbox,
  type Snapshot,
} from '@outreach-api/sandbox';
import { describe, expect, it as base } from 'vitest';
import { runCommand, startCommand, type Ended } from './real-command.ts';

const provision = fileURLToPath(new URL('../../examples/provision.mjs', import.meta.url));
const allow = { createApiKeys: 6, deliveries: 8, updates: true, deletes: true, flood: 0 };
const seed = '11';

/** A sandbox, and the folder in which the command is run against it. */
interface Place {
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly served: ServedSandbox;
}

/** Each test has a place of its own. */
const it = base.extend('place', async ({ task }, { onCleanup }): Promise<Place> => {
  const folder = await mkdtemp(path.join(tmpdir(), `outreach-restore-${task.id}-`));
  const sandbox = await createSandbox();
  const served = await serveSandbox(sandbox);
  onCleanup(async () => {
    await served.close();
    sandbox.close();
    await rm(folder, { recursive: true });
  });
  return { folder, sandbox, served };
});

async function targetFile(
  { folder, sandbox, served }: Place,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const [first, second] = sandbox.accounts;
  const [one, other, ...rest] = first.senderProfiles();
  const target = {
    baseUrl: served.url,
    token: '${OUTREACH_TOKEN}',
    otherAccountToken: second.token,
    fixtures: {
      senderProfiles: [one, other],
      disposableSenderProfiles: rest,
      disposableWebhooks: first.webhooks().slice(0, 3),
    },
    allow,
    ...more,
  };
  await writeFile(path.join(folder, 'target.json'), JSON.stringify(target));
}

function surroundings({ folder, sandbox }: Place) {
  return { cwd: folder, env: { OUTREACH_TOKEN: sandbox.accounts[0].token } };
}

async function restore(place: Place, ...more: readonly string[]): Promise<Ended> {
  return runCommand(['restore', '--config', 'target.json', ...more], surroundings(place));
}

/** Runs everything, and kills the process as soon as the sandbox's record says so. */
async function killedWhen(
  place: Place,
  isTime: (record: readonly RecordedRequest[]) => boolean,
): Promise<void> {
  const run = startCommand(['server', '--config', 'target.json', '--seed', seed], surroundings(place));
  while (!isTime(place.sandbox.record)) {
    if (run.child.exitCode !== null) throw new Error(`the run was over before: ${(await run.ended).stderr}`);
    await wait(1);
  }
  run.child.kill('SIGKILL');
  await run.ended;
}

async function ledgerFiles({ folder }: Place): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, '.outreach-conformance')).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl'));
}

const effects =
  (effect: RecordedRequest['effect'], count: number) =>
  (record: readonly RecordedRequest[]): boolean =>
    record.filter((one) => one.effect === effect).length >= count;

describe.concurrent('a run that was killed with kill -9', () => {
  const moments: readonly [string, (record: readonly RecordedRequest[]) => boolean][] = [
    ['at the first key', effects('created', 1)],
    ['at the first update', effects('updated', 1)],
    ['after 40 updates', effects('updated', 40)],
    ['after 110 updates', effects('updated', 110)],
    ['at the third webhook call', effects('delivered', 3)],
    ['at the first deletion', effects('deleted', 1)],
    ['at the second deletion', effects('deleted', 2)],
    ['at the fourth deletion', effects('deleted', 4)],
  ];

  for (const [index, [moment, isTime]] of moments.entries()) {
    const withModule = index % 2 === 1;
    const how = withModule ? `${moment}, with records made for it` : moment;
    it(`${how}, is restored but for what is listed`, async ({ place }) => {
      const { sandbox } = place;
      await targetFile(place, withModule ? { provision } : {});
      const before = sandbox.snapshot();
      await killedWhen(place, isTime);
      const { code, stdout, stderr } = await restore(place);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expectRestored(before, sandbox.snapshot(), stdout);
      expect(stdout).not.toMatch(/eyJ[\w-]+\.[\w-]+/);

      const after = sandbox.snapshot();
      const again = await restore(place);
      expect(again.stdout).toContain('nothing is to be restored');
      expect(sandbox.snapshot()).toEqual(after);
    });
  }
});

/** The data are as before, but for what was listed. */
function expectRestored(before: Snapshot, after: Snapshot, listed: string): void {
  const profilesNow = new Map(after.senderProfiles.map((profile) => [profile.uuid, written(profile)]));
  for (const profile of before.senderProfiles) {
    if (profilesNow.has(profile.uuid)) expect(profilesNow.get(profile.uuid)).toEqual(written(profile));
    else expect(listed).toContain(`sender profile ${profile.uuid} was deleted`);
  }
  const profilesBefore = new Set(before.senderProfiles.map(({ uuid }) => uuid));
  for (const { uuid, label } of after.senderProfiles)
    if (!profilesBefore.has(uuid)) expect(listed).toContain(`with the label ${JSON.stringify(label)} may`);
  const webhooksNow = new Map(after.webhooks.map((webhook) => [webhook.uuid, webhook]));
  for (const webhook of before.webhooks) {
    if (webhooksNow.has(webhook.uuid)) expect(webhooksNow.get(webhook.uuid)).toEqual(webhook);
    else expect(listed).toContain(`webhook ${webhook.uuid} was deleted`);
  }
  const webhooksBefore = new Set(before.webhooks.map(({ uuid }) => uuid));
  expect(after.webhooks.filter(({ uuid }) => !webhooksBefore.has(uuid))).toEqual([]);
  const keysBefore = new Set(before.apiKeys.map(({ jti }) => jti));
  const unnamed = after.apiKeys.filter(({ jti }) => !keysBefore.has(jti) && !listed.includes(jti));
  // One that was under way: its name may have been stored in another form.
  const asked = listed.match(/an API key with the name .* may have been created/g) ?? [];
  expect(unnamed.length).toBeLessThanOrEqual(asked.length);
}

function written({ firstName, lastName, label, schedule }: Snapshot['senderProfiles'][number]) {
  return { firstName, lastName, label, schedule };
}

describe.concurrent('restoring', () => {
  it('keeps what somebody else has changed since, and says so; `--overwrite` puts it back', async ({
    place,
  }) => {
    const { sandbox } = place;
    await targetFile(place);
    const before = sandbox.snapshot();
    await killedWhen(place, effects('updated', 10));
    const [uuid = ''] = sandbox.accounts[0].senderProfiles();
    // On the ledger the profile was updated at least once; names of others are not put into question.
    await update(place, uuid, { last_name: 'Somebody Else' });
    const careful = await restore(place);
    expect(careful.code).toBe(2);
    expect(careful.stdout).toContain(`sender profile ${uuid}: last_name was changed by somebody else since`);
    expect(profileNow(place, uuid)).toEqual({ ...writtenBefore(before, uuid), lastName: 'Somebody Else' });
    expect((await restore(place)).stdout).toContain('last_name was changed by somebody else since');
    const forced = await restore(place, '--overwrite');
    expect(forced.code).toBe(0);
    expect(profileNow(place, uuid)).toEqual(writtenBefore(before, uuid));
  });

  it('is asked for by the next run, which otherwise would take the changes for what was there before', async ({
    place,
  }) => {
    const { sandbox } = place;
    await targetFile(place);
    await killedWhen(place, effects('updated', 10));
    const changed = sandbox.snapshot();
    const requests = sandbox.record.length;
    const next = await runCommand(['server', '--config', 'target.json'], surroundings(place));
    expect(next.code).toBe(2);
    expect(next.stderr).toMatch(
      /did not restore what it changed: run `npx outreach-conformance restore --ledger \.outreach-conformance` first/,
    );
    expect(next.stderr.trim().split('\n')).toHaveLength(1);
    expect(sandbox.record.length).toBe(requests);
    expect(sandbox.snapshot()).toEqual(changed);
    const reading = await runCommand(
      ['server', '--url', place.served.url, '--rule', 'PAGE-01'],
      surroundings(place),
    );
    expect(reading.code).toBe(0);
    expect(reading.stderr).toMatch(/did not restore what it changed/);
  });

  it('waits for a run that was told to stop, which restores the target itself', async ({ place }) => {
    await targetFile(place);
    const before = JSON.stringify(place.sandbox.snapshot().senderProfiles.map(written));
    const run = startCommand(['server', '--config', 'target.json', '--rule', 'PROF-04'], surroundings(place));
    while (!effects('updated', 10)(place.sandbox.record)) await wait(1);
    run.child.kill('SIGTERM');
    expect(await restore(place)).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.stringify(place.sandbox.snapshot().senderProfiles.map(written))).toBe(before);
    expect((await run.ended).code).toBe(130);
  });

  it('writes to no other target than that of the ledger', async ({ place }) => {
    await targetFile(place);
    await killedWhen(place, effects('updated', 10));
    const other = await createSandbox();
    const elsewhere = await serveSandbox(other);
    try {
      const { code, stdout, stderr } = await runCommand(['restore', '--url', elsewhere.url], {
        cwd: place.folder,
        env: { OUTREACH_TOKEN: other.accounts[0].token },
      });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`no ledger of ${elsewhere.url} is in`);
      expect(stderr).toContain(`only of ${place.served.url}: give the target file of the run (--config)`);
      expect(other.record).toEqual([]);
    } finally {
      await elsewhere.close();
      other.close();
    }
  });
});

it.concurrent('a run that restores by itself leaves no ledger open, and no credential in it', async ({
  place,
}) => {
  await targetFile(place, { allow: { ...allow, deliveries: 0 } });
  const finished = await runCommand(
    ['server', '--config', 'target.json', '--rule', 'PROF', '--rule', 'KEY'],
    surroundings(place),
  );
  expect(finished.code).toBe(0);
  const [file = ''] = await ledgerFiles(place);
  const ledger = await readFile(path.join(place.folder, '.outreach-conformance', file), 'utf8');
  expect(ledger.trim().split('\n').at(-1)).toContain('"finished"');
  expect(ledger).toContain('"created key"');
  expect(ledger).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
  expect((await restore(place)).stdout).toContain('nothing is to be restored');
});

describe.concurrent('`restore` says that there is nothing to restore', () => {
  const judge = ['server', '--config', 'target.json', '--rule', 'PAGE-01'];

  it('not where there is no ledger: it says where it looked, and ends with 2', async ({ place }) => {
    await targetFile(place);
    for (const args of [[], ['--ledger', 'elsewhere']]) {
      const { code, stdout, stderr } = await restore(place, ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(
        `no ledger is in ${path.join(place.folder, args[1] ?? '.outreach-conformance')}`,
      );
      expect(stderr).toContain('--ledger FOLDER');
    }
    expect(place.sandbox.record).toEqual([]);
  });

  it.for([
    ['may change nothing', {}],
    ['may change something and did not', allow],
  ] as const)('after runs that %s, and says how many there were and when', async ([, allowed], { place }) => {
    await targetFile(place, { allow: allowed });
    const run = await runCommand(judge, surroundings(place));
    expect(run.code).toBe(0);
    const { code, stdout } = await restore(place);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /nothing is to be restored on \S+: 1 run in .outreach-conformance, finished; the last, \w+, began 2/,
    );
    await runCommand(judge, surroundings(place));
    expect(await ledgerFiles(place)).toHaveLength(1);
  });

  it('after a run that ended before it changed something: refused, or killed', async ({ place }) => {
    await targetFile(place);
    const refused = await runCommand(judge, { ...surroundings(place), env: { OUTREACH_TOKEN: 'wrong' } });
    expect(refused.code).toBe(2);
    expect(await restore(place)).toMatchObject({ code: 0, stderr: '' });
    await killedWhen(place, ({ length }) => length > 40);
    const { code, stdout } = await restore(place);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('nothing was changed') });
    expect((await restore(place)).stdout).toContain('nothing is to be restored');
  });
});

async function update({ served, sandbox }: Place, uuid: string, fields: object): Promise<void> {
  const response = await fetch(`${served.url}/flows/api/sender-profiles/${uuid}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${sandbox.accounts[0].token}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  expect(response.ok).toBe(true);
}

function profileNow({ sandbox }: Place, uuid: string) {
  return writtenBefore(sandbox.snapshot(), uuid);
}

function writtenBefore({ senderProfiles }: Snapshot, uuid: string) {
  const found = senderProfiles.find((one) => one.uuid === uuid);
  return found === undefined ? undefined : written(found);
}
