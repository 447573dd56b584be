/** Shows that the changes of processes that are killed, or asked to stop, are restored. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createSandbox,
  serveSandbox,
  type RecordedRequest,
  type Sandbox,
  type ServedSandbox,
} from '@outreach-api/sandbox';
import { expect, it as base } from 'vitest';
import { commandInRealTime } from '../command-in-process.ts';
import { effects, expectRestored, written } from '../expect-restored.ts';
import { startCommand, untilHolds, type Ended, type UnderWay } from '../real-command.ts';

const provision = fileURLToPath(new URL('../../examples/provision.mjs', import.meta.url));
const allow = { createApiKeys: 6, deliveries: 8, updates: true, deletes: true, flood: 0 };

/** A sandbox, and the folder in which the command is run against it. */
interface Place {
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly served: ServedSandbox;
}

/** A separate place for each test. */
const it = base.extend('place', async ({ task }, { onCleanup }): Promise<Place> => {
  const folder = await mkdtemp(path.join(tmpdir(), `outreach-killed-${task.id}-`));
  const sandbox = await createSandbox();
  const served = await serveSandbox(sandbox);
  onCleanup(async () => {
    await served.close();
    sandbox.close();
    await rm(folder, { recursive: true });
  });
  return { folder, sandbox, served };
});

async function targetFile({ folder, sandbox, served }: Place, more: object = {}): Promise<void> {
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

async function restore(place: Place): Promise<Ended> {
  return commandInRealTime(['restore', '--config', 'target.json'], surroundings(place));
}

/** A running run, once the sandbox's record meets a condition. */
async function startedUntil(
  place: Place,
  isTime: (record: readonly RecordedRequest[]) => boolean,
  ...more: readonly string[]
): Promise<UnderWay> {
  const args = ['server', '--config', 'target.json', '--seed', '11', ...more];
  const run = startCommand(args, surroundings(place));
  await untilHolds(run, () => isTime(place.sandbox.record));
  return run;
}

it.for([
  ['after 40 updates', effects('updated', 40), ['PROF'], {}],
  [
    'at the second deletion, with records created for it',
    effects('deleted', 2),
    ['DEL', 'PROF'],
    { provision },
  ],
] as const)(
  'a run that was killed with kill -9 %s is restored',
  async ([, isTime, rules, more], { place }) => {
    const { sandbox } = place;
    await targetFile(place, more);
    const before = sandbox.snapshot();
    const run = await startedUntil(place, isTime, ...rules.flatMap((rule) => ['--rule', rule]));
    run.child.kill('SIGKILL');
    expect((await run.ended).code).toBeNull();
    const { code, stdout, stderr } = await restore(place);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectRestored(before, sandbox.snapshot(), stdout);
    expect((await restore(place)).stdout).toContain('nothing needs to be restored');
  },
);

it('`restore` waits for a run that was asked to stop, and that restores the target itself', async ({
  place,
}) => {
  await targetFile(place);
  const before = JSON.stringify(place.sandbox.snapshot().senderProfiles.map(written));
  const run = await startedUntil(place, effects('updated', 10), '--rule', 'PROF-04');
  run.child.kill('SIGTERM');
  expect(await restore(place)).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.stringify(place.sandbox.snapshot().senderProfiles.map(written))).toBe(before);
  expect((await run.ended).code).toBe(130);
});
