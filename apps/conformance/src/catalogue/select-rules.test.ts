import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { commandInRealTime } from '../../test/command-in-process.ts';
import type { Ended } from '../../test/real-command.ts';

async function run(...args: readonly string[]): Promise<Ended> {
  return commandInRealTime(args, { cwd: tmpdir(), env: { OUTREACH_TOKEN: '' } });
}

async function idsOf(...args: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await run('rules', '--json', ...args);
  expect(code).toBe(0);
  const described: { id: string }[] = JSON.parse(stdout);
  return described.map(({ id }) => id);
}

describe('--exclude', () => {
  it('leaves rules and groups out, of all and of those that are named', async () => {
    const all = await idsOf();
    const without = await idsOf('--exclude', 'auth', '--exclude', 'PAGE-06');
    expect(without).toEqual(all.filter((id) => !id.startsWith('AUTH-') && id !== 'PAGE-06'));
    expect(await idsOf('PAGE', '--exclude', 'PAGE-06')).toEqual(
      without.filter((id) => id.startsWith('PAGE-')),
    );
  });

  it('leaves them out of a run, before anything is sent', async () => {
    const args = ['server', '--url', 'https://staging.example.com', '--plan'];
    expect((await run(...args)).stdout).toMatch(/missing, random or forged credential/);
    const { code, stdout } = await run(...args, '--exclude', 'AUTH', '--exclude', 'TEAM');
    expect(code).toBe(0);
    expect(stdout).toMatch(/some 2 of them with a missing, random or forged credential/);
  });

  it.each([
    [['--exclude', 'NOPE'], /--exclude NOPE: there is no such rule or group; groups are /],
    [['--rule', 'PAGE-01', '--exclude', 'PAGE'], /--exclude PAGE: no rule is left/],
    [
      ['--rule', 'CLI-03'],
      /--rule CLI-03: this is about clients: outreach-conformance client --rule CLI-03 --/,
    ],
    [['--rule', 'PAGE-90'], /--rule PAGE-90: the description leaves this open, .* among the observations/],
    [['--rule', 'PAGE-99'], /--rule PAGE-99: there is no such rule or group; groups are /],
  ])('of what does not exist is refused: %s', async (args, says) => {
    const { code, stdout, stderr } = await run(
      'server',
      '--url',
      'https://staging.example.com',
      '--plan',
      ...args,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
  });
});
