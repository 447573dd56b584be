/** The command writes a report in every requested form; each form that cannot be written is named, and stands alone. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxOptions } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Answerer } from '../simulation/simulated-network.ts';
import { withoutProgress, type Ended } from '../real-command.ts';
import { serveCommands } from '../served-command.ts';
import { simulateCommands, type CommandPlace } from '../simulated-command.ts';

const sandbox: SandboxOptions = { twin: 'default-limit-is-10' };
const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md' };

it('writes all forms, creates their folders, and reports to GitHub', async () => {
  const forms = ['json', 'junit', 'html', 'badge', 'har'];
  const asked = forms.flatMap((form) => [`--${form}`, `out/report.${form}`]);
  await simulateCommands({ seed: 1, sandbox }, async ({ url, run, read, sandbox: { record } }) => {
    const args = ['server', '--url', url, '--rule', 'PAGE-01', '--seed', '1', ...asked];
    const { code, stdout } = await run(args, github);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error title=PAGE-01%3A /m);
    const [json, junit, html, badge, har] = await Promise.all(
      forms.map(async (form) => read(`out/report.${form}`)),
    );
    expect(JSON.parse(json ?? '').counts.fail).toBe(1);
    expect(junit).toContain('<failure type="stated"');
    expect(html).toContain('1 statement is broken');
    expect(badge).toContain('0 pass · 1 fail · 0 undecided');
    expect(JSON.parse(har ?? '').log.entries.length).toBe(record.length);
    expect(await read('summary.md')).toContain('1 statement is broken');
  });
});

describe('an output that cannot be written', () => {
  const files = ['json', 'junit', 'html', 'har', 'history'] as const;
  const outputs = [...files, 'summary'] as const;

  /** Runs the rules on keys, with one output in another place than the others. */
  async function judge({ url, run, write }: CommandPlace, moved: string, place: string) {
    await write('target.json', { baseUrl: url, token: '${OUTREACH_TOKEN}', allow: { createApiKeys: 6 } });
    const fileOf = (name: string): string => (name === moved ? place : name);
    const asked = files.flatMap((name) => [`--${name}`, fileOf(name)]);
    return run(['server', '--config', 'target.json', '--rule', 'KEY-01', '--seed', '1', ...asked], {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: fileOf('summary'),
    });
  }

  it.each([
    ['a file in the place of its folder', 'file/report'],
    ['a folder', 'folder'],
    ['a folder that cannot be made', '/proc/none/report'],
  ])('ends the run before anything is sent: %s', async (_, place) => {
    for (const name of files)
      await simulateCommands({ seed: 1 }, async (where) => {
        await where.write('file', '');
        await mkdir(path.join(where.folder, 'folder'));
        const { code, stderr } = await judge(where, name, place);
        expect(code).toBe(2);
        expect(stderr).toMatch(/^outreach-conformance: \S+ cannot be written: .*\n$/);
        expect(stderr).toContain(`${place} cannot be written`);
        expect(where.sandbox.record).toEqual([]);
        for (const other of ['json', 'junit', 'html'].filter((one) => one !== name))
          expect(await where.read(other)).toContain(`${place} cannot be written`);
      });
  });

  it.skipIf(!existsSync('/dev/full')).each(outputs)(
    'leaves all others there, with what was changed: %s on a full disk',
    async (name) => {
      await simulateCommands({ seed: 1 }, async (where) => {
        const { code, stdout, stderr } = await judge(where, name, '/dev/full');
        expect(code).toBe(2);
        expect(withoutProgress(stderr)).toMatch(
          /^outreach-conformance: \/dev\/full cannot be written: ENOSPC: .*\n$/,
        );
        const [, key = ''] = /created API key \(\d+\)\n {4}jti ([\w-]+),/.exec(stdout) ?? [];
        expect(where.sandbox.snapshot().apiKeys.map(({ jti }) => jti)).toContain(key);
        for (const other of outputs.filter((one) => one !== name))
          expect({ other, text: await where.read(other) }).toEqual({
            other,
            text: expect.stringContaining(key),
          });
      });
    },
  );
});

describe.skipIf(!existsSync('/dev/full'))('a process whose disk is full', () => {
  /** Runs the rules on keys as a process of its own, which a shell starts. */
  async function judge(shell: string): Promise<Ended & { readonly keys: readonly string[] }> {
    return serveCommands(async ({ sandbox: service, url, run, write }) => {
      const jtis = (): readonly string[] => service.snapshot().apiKeys.map(({ jti }) => jti);
      const known = jtis();
      await write('target.json', { baseUrl: url, token: '${OUTREACH_TOKEN}', allow: { createApiKeys: 6 } });
      const rules = ['--rule', 'KEY-01', '--rule', 'PAGE-01', '--seed', '1'];
      const files = ['--json', 'json', '--history', 'history'];
      const ended = await run(['server', '--config', 'target.json', ...rules, ...files], { shell });
      return { ...ended, keys: jtis().filter((jti) => !known.includes(jti)) };
    });
  }

  it('changes nothing that its ledger does not hold, and names each file and what it has changed', async () => {
    const { code, stdout, stderr, keys } = await judge('ulimit -f 1; exec "$@"');
    expect(code).toBe(2);
    for (const file of ['json', 'history', String.raw`\.outreach-conformance/\S+\.jsonl`])
      expect(stderr).toMatch(new RegExp(`^outreach-conformance: ${file} cannot be written: EFBIG`, 'm'));
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(stdout).toContain(key);
    expect(stdout).toMatch(/^pass +PAGE-01/m);
  });

  it('says so if it is the standard output that cannot be written', async () => {
    const { code, stderr } = await judge('exec "$@" >/dev/full');
    expect(withoutProgress(stderr)).toBe(
      'outreach-conformance: standard output cannot be written: ENOSPC: no space left on device, write\n',
    );
    expect(code).toBe(2);
  });
});

it('writes the archive even if the run could not be done', async () => {
  const nobody: Answerer = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  await simulateCommands({ seed: 1, sandbox, before: () => nobody }, async ({ url, run, read }) => {
    const { code, stderr } = await run(['server', '--url', url, '--har', 'report.har'], github);
    expect(code).toBe(2);
    expect(withoutProgress(stderr).trim().split('\n')).toHaveLength(1);
    const { log } = JSON.parse(await read('report.har'));
    expect(log.entries[0].comment).toContain('ECONNREFUSED');
  });
});
