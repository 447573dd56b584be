import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { startCommand, untilHolds, type UnderWay } from '../real-command.ts';

/** Starts a run that updates, disturbs it once it has updated, and compares the profiles. */
async function disturbed(
  act: (run: UnderWay) => Promise<void>,
): Promise<{ readonly code: number | null; readonly isRestored: boolean }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outreach-signals-'));
  const sandbox = await createSandbox();
  const served = await serveSandbox(sandbox);
  const written = (): string =>
    JSON.stringify(
      sandbox
        .snapshot()
        .senderProfiles.map(({ uuid, firstName, lastName, label }) => [uuid, firstName, lastName, label]),
    );
  try {
    const target = {
      baseUrl: served.url,
      token: '${OUTREACH_TOKEN}',
      fixtures: { senderProfiles: sandbox.accounts[0].senderProfiles().slice(0, 2) },
      allow: { updates: true },
    };
    await writeFile(path.join(folder, 'target.json'), JSON.stringify(target));
    const before = written();
    const run = startCommand(['server', '--config', 'target.json', '--rule', 'PROF'], {
      cwd: folder,
      env: { OUTREACH_TOKEN: sandbox.accounts[0].token },
    });
    await untilHolds(run, () => written() !== before);
    await act(run);
    const { code } = await run.ended;
    return { code, isRestored: written() === before };
  } finally {
    await served.close();
    sandbox.close();
    await rm(folder, { recursive: true });
  }
}

describe.concurrent('a run whose terminal is closed', () => {
  it('restores the target: the shell and the system both send SIGHUP, and its output is not read', async () => {
    const outcome = await disturbed(async ({ child }) => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.kill('SIGHUP');
      await wait(50);
      child.kill('SIGHUP');
    });
    expect(outcome).toEqual({ code: 130, isRestored: true });
  });

  it('also restores the target if a service manager sends SIGTERM and SIGHUP', async () => {
    const outcome = await disturbed(async ({ child }) => {
      child.kill('SIGTERM');
      await wait(50);
      child.kill('SIGHUP');
    });
    expect(outcome).toEqual({ code: 130, isRestored: true });
  });

  it('keeps its exit code whenever another SIGHUP arrives, up to the very end', async () => {
    const outcome = await disturbed(async ({ child, ended }) => {
      child.kill('SIGTERM');
      const hangUp = setInterval(() => child.kill('SIGHUP'), 1);
      await ended;
      clearInterval(hangUp);
    });
    expect(outcome).toEqual({ code: 130, isRestored: true });
  });
});
