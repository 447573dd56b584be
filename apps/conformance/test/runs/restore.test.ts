/** Shows that changes left by a killed run are restored or listed. */
import path from 'node:path';
import type { RecordedRequest, Snapshot } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { suiteCommand } from '../../src/installation/suite-command.ts';
import { effects, expectRestored, written } from '../expect-restored.ts';
import { allow, ledgers, inPlace, targetFile, restore, killedWhen, ledgerFiles } from '../killed-run.ts';
import type { CommandPlace } from '../simulated-command.ts';

describe.concurrent('a run that was killed with kill -9', () => {
  const moments: readonly [string, (record: readonly RecordedRequest[]) => boolean][] = [
    ['at the first key', effects('created', 1)],
    ['at the first update', effects('updated', 1)],
    ['after 40 updates', effects('updated', 40)],
    ['after 60 updates', effects('updated', 60)],
    ['at the third webhook call', effects('delivered', 3)],
    ['at the first deletion', effects('deleted', 1)],
    ['at the second deletion', effects('deleted', 2)],
    ['at the fourth deletion', effects('deleted', 4)],
  ];

  for (const [index, [moment, isTime]] of moments.entries()) {
    const withModule = index % 2 === 1;
    const how = withModule ? `${moment}, with records created for it` : moment;
    it(
      `${how}, is restored except for what is listed`,
      inPlace(async (place) => {
        const { sandbox } = place;
        await targetFile(place);
        const before = sandbox.snapshot();
        await killedWhen(place, isTime, withModule);
        const { code, stdout, stderr } = await restore(place);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expectRestored(before, sandbox.snapshot(), stdout);
        expect(stdout).not.toMatch(/eyJ[\w-]+\.[\w-]+/);

        const after = sandbox.snapshot();
        const again = await restore(place);
        expect(again.stdout).toContain('nothing needs to be restored');
        expect(sandbox.snapshot()).toEqual(after);
      }),
    );
  }
});

describe.concurrent('restoring', () => {
  it(
    'keeps what another client has changed since, and says so; `--overwrite` restores it',
    inPlace(async (place) => {
      const { sandbox } = place;
      await targetFile(place);
      const before = sandbox.snapshot();
      await killedWhen(place, effects('updated', 10));
      const [uuid = ''] = sandbox.accounts[0].senderProfiles();
      // The ledger has at least one update of the profile; names set by others are not in doubt.
      await update(place, uuid, { last_name: 'Somebody Else' });
      const careful = await restore(place);
      expect(careful.code).toBe(2);
      expect(careful.stdout).toContain(
        `sender profile ${uuid}: last_name was changed by somebody else since`,
      );
      expect(profileIn(sandbox.snapshot(), uuid)).toEqual({
        ...profileIn(before, uuid),
        lastName: 'Somebody Else',
      });
      expect((await restore(place)).stdout).toContain('last_name was changed by somebody else since');
      const forced = await restore(place, '--overwrite');
      expect(forced.code).toBe(0);
      expect(profileIn(sandbox.snapshot(), uuid)).toEqual(profileIn(before, uuid));
    }),
  );

  it(
    'is required by the next run, which otherwise would take the changes for the original state',
    inPlace(async (place) => {
      const { sandbox, run, url } = place;
      await targetFile(place);
      await killedWhen(place, effects('updated', 10));
      const changed = sandbox.snapshot();
      const requests = sandbox.record.length;
      const next = await run(['server', '--config', 'target.json']);
      expect(next.code).toBe(2);
      expect(next.stderr).toContain(
        `did not restore what it changed: run \`${suiteCommand} restore --ledger .outreach-conformance\` first`,
      );
      expect(next.stderr.trim().split('\n')).toHaveLength(1);
      expect(sandbox.record.length).toBe(requests);
      expect(sandbox.snapshot()).toEqual(changed);
      const reading = await run(['server', '--url', url, '--rule', 'PAGE-01']);
      expect(reading.code).toBe(0);
      expect(reading.stderr).toMatch(/did not restore what it changed/);
    }),
  );

  it(
    'writes to no other target than that of the ledger',
    inPlace(async (place) => {
      const { sandbox, run, url } = place;
      await targetFile(place);
      await killedWhen(place, effects('updated', 10));
      const requests = sandbox.record.length;
      const { code, stdout, stderr } = await run(['restore', '--url', 'http://127.0.0.1:3']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('no ledger of http://127.0.0.1:3 is in');
      expect(stderr).toContain(`only of ${url}: give the target file of the run (--config)`);
      expect(sandbox.record.length).toBe(requests);
    }),
  );
});

it.concurrent(
  'a run that restores by itself leaves no open ledger, and no credential in it',
  inPlace(async (place) => {
    await targetFile(place, { allow: { ...allow, deliveries: 0 } });
    const judge = ['server', '--config', 'target.json', '--rule', 'PROF', '--rule', 'KEY'];
    expect((await place.run(judge)).code).toBe(0);
    const [file = ''] = await ledgerFiles(place);
    const ledger = await place.read(path.join(ledgers, file));
    expect(ledger.trim().split('\n').at(-1)).toContain('"finished"');
    expect(ledger).toContain('"created key"');
    expect(ledger).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
    expect((await restore(place)).stdout).toContain('nothing needs to be restored');
  }),
);

describe.concurrent('`restore` says that there is nothing to restore', () => {
  const judge = ['server', '--config', 'target.json', '--rule', 'PAGE-01'];

  it(
    'not if there is no ledger: it says where it looked, and exits with 2',
    inPlace(async (place) => {
      await targetFile(place);
      for (const args of [[], ['--ledger', 'elsewhere']]) {
        const { code, stdout, stderr } = await restore(place, ...args);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain(`no ledger is in ${path.join(place.folder, args[1] ?? ledgers)}`);
        expect(stderr).toContain('--ledger FOLDER');
      }
      expect(place.sandbox.record).toEqual([]);
    }),
  );

  it.each([
    ['may change nothing', {}],
    ['may change something but did not', allow],
  ] as const)('after runs that %s, with their number and times', async (_what, allowed) =>
    inPlace(async (place) => {
      await targetFile(place, { allow: allowed });
      expect((await place.run(judge)).code).toBe(0);
      const { code, stdout } = await restore(place);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /nothing needs to be restored on \S+: 1 run in .outreach-conformance, finished; the last, \w+, began 2/,
      );
      await place.run(judge);
      expect(await ledgerFiles(place)).toHaveLength(1);
    })(),
  );

  it(
    'after a run that ended before it changed anything: refused, or killed',
    inPlace(async (place) => {
      await targetFile(place);
      expect((await place.run(judge, { OUTREACH_TOKEN: 'wrong' })).code).toBe(2);
      expect(await restore(place)).toMatchObject({ code: 0, stderr: '' });
      await killedWhen(place, ({ length }) => length > 40);
      const { code, stdout } = await restore(place);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('nothing was changed') });
      expect((await restore(place)).stdout).toContain('nothing needs to be restored');
    }),
  );
});

async function update({ sandbox, url }: CommandPlace, uuid: string, fields: object): Promise<void> {
  const request = new Request(`${url}/flows/api/sender-profiles/${uuid}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${sandbox.accounts[0].token}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  expect((await sandbox.fetch(request)).ok).toBe(true);
}

function profileIn({ senderProfiles }: Snapshot, uuid: string) {
  const found = senderProfiles.find((one) => one.uuid === uuid);
  return found === undefined ? undefined : written(found);
}
