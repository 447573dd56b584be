/** Shows what the commands say of rules without a target. */
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { suiteCommand } from '../../src/installation/suite-command.ts';
import { commandInRealTime } from '../command-in-process.ts';
import type { Ended } from '../real-command.ts';

async function run(args: readonly string[]): Promise<Ended> {
  return commandInRealTime(args, { cwd: tmpdir(), env: { GITHUB_ACTIONS: '' } });
}

describe('rules and explain', () => {
  it('list all rules, as text and as JSON', async () => {
    const [text, list] = [await run(['rules']), await run(['rules', '--json'])];
    expect([text.code, list.code]).toEqual([0, 0]);
    const rules: readonly { readonly id: string; readonly catches: readonly string[] }[] = JSON.parse(
      list.stdout,
    );
    expect(rules.length).toBeGreaterThan(60);
    for (const { id, catches } of rules) {
      expect(text.stdout).toContain(`${id} `);
      expect(catches.length).toBeGreaterThan(0);
    }
  });

  it('explain one: sentence, needs, what it would catch, its experiments, related rules', async () => {
    const { code, stdout } = await run(['explain', 'page-06']);
    expect(code).toBe(0);
    for (const part of [
      'PAGE-06 (implied; Pagination)',
      'Needs nothing but a key.',
      '  - has_more is always true',
      '  - page-window: requests one page',
      '  PAGE-05  A page holds',
    ])
      expect(stdout).toContain(part);
  });

  it('explain a rule on clients: its scenarios, and how it is run', async () => {
    const { code, stdout } = await run(['explain', 'CLI-03']);
    expect(code).toBe(0);
    for (const part of [
      'CLI-03 (stated; Errors)',
      'Needs a driver of the client.',
      '  - it comes back evenly',
      '  - limited-for-ever: every request is answered 429',
      `${suiteCommand} client --rule CLI-03 -- COMMAND`,
      '  CLI-02   A request with a body',
    ])
      expect(stdout).toContain(part);
    expect((await run(['rules', 'CLI'])).stdout).toMatch(/^CLI-01 .*CLI-08 /s);
  });

  it.each([
    ['PAGE-66', /explain PAGE-66: there is no such statement; did you mean PAGE-06\?/],
    ['PAGE', /explain PAGE: that is a group; name one of PAGE-01, /],
    ['something', /there is no such statement; `outreach-conformance rules` lists them/],
  ])('explain %s exits with 2 and a hint', async (id, says) => {
    const { code, stdout, stderr } = await run(['explain', id]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
  });

  it('explain an open statement says why it has no rule', async () => {
    expect((await run(['explain', 'HOOK-90'])).stdout).toContain('It has no rule: it is open');
  });
});
