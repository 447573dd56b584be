/** Shows that a damaged ledger is named, and that the rest of it is restored. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { effects, written } from '../expect-restored.ts';
import { inPlace, killedWhen, ledgerFiles, ledgers, restore, targetFile } from '../killed-run.ts';

describe.concurrent('a damaged ledger', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const uuid = '11111111-1111-4111-8111-111111111111';

  it.each<readonly [string, unknown]>([
    ['a uuid that is a number', { kind: 'profile', uuid: 5, before: { label: 'x' }, at }],
    ['nothing in the place of a profile', { kind: 'profile', uuid, before: null, at }],
    ['a uuid that leads elsewhere', { kind: 'made', n: 99, what: 'webhook', uuid: '..', at }],
    ['a uuid that is a path', { kind: 'made', n: 99, what: 'sender profile', uuid: '../x', at }],
    ['a time that is none', { kind: 'restored', uuid, at: 'today' }],
    ['a kind that is not known', { kind: 'renamed', uuid, at }],
    ['a list', [1]],
    ['text', 'null, or so'],
  ])('is restored except for a line with %s, which is named', async (_, line) =>
    inPlace(async (place) => {
      const { sandbox, read, write } = place;
      await targetFile(place);
      const before = sandbox.snapshot();
      await killedWhen(place, effects('updated', 10));
      const [name = ''] = await ledgerFiles(place);
      const file = path.join(ledgers, name);
      const [head = '', ...lines] = (await read(file)).split('\n');
      const damaged = typeof line === 'string' ? line : JSON.stringify(line);
      await write(file, [head, damaged, ...lines].join('\n'));
      const requests = sandbox.record.length;
      const { code, stdout, stderr } = await restore(place);
      expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
      expect(stdout).toContain(`NOT RESTORED  line 2 of ${file} is damaged: `);
      expect(sandbox.snapshot().senderProfiles.map(written)).toEqual(before.senderProfiles.map(written));
      const sent = sandbox.record.slice(requests).map(({ path: asked }) => asked);
      for (const one of sent) expect(one).toMatch(/webhooks$|sender-profiles\/[\w-]{36}$/);
    })(),
  );

  it(
    'that is no file or no ledger is named, and the others are restored',
    inPlace(async (place) => {
      const { sandbox, folder, write, run } = place;
      await targetFile(place);
      const before = sandbox.snapshot();
      await killedWhen(place, effects('updated', 10));
      execFileSync('mkfifo', [path.join(folder, ledgers, 'a.jsonl')]);
      await write(path.join(ledgers, 'b.jsonl'), { kind: 'run', format: 1, pid: 'x' });
      const { code, stdout } = await restore(place);
      expect(code).toBe(2);
      expect(stdout).toContain(`${path.join(ledgers, 'a.jsonl')}: it is not a regular file`);
      expect(stdout).toContain(`${path.join(ledgers, 'b.jsonl')}: it is no ledger of this version`);
      expect(sandbox.snapshot().senderProfiles.map(written)).toEqual(before.senderProfiles.map(written));
      const next = await run(['server', '--config', 'target.json']);
      expect(next.code).toBe(2);
      expect(next.stderr).toContain('what an earlier run has changed cannot be read');
    }),
  );
});
