/** The command writes a report in every requested form, and says immediately if it cannot. */
import type { SandboxOptions } from '@outreach-api/sandbox';
import { expect, it } from 'vitest';
import type { Answerer } from '../simulation/simulated-network.ts';
import { withoutProgress } from '../real-command.ts';
import { simulateCommands } from '../simulated-command.ts';

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

it('sends nothing if a form cannot be written', async () => {
  await simulateCommands({ seed: 1, sandbox }, async ({ url, run, write, sandbox: { record } }) => {
    await write('file', '');
    const { code, stderr } = await run(['server', '--url', url, '--html', 'file/report.html'], github);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^outreach-conformance: file\/report\.html cannot be written: .*\n$/);
    expect(record).toEqual([]);
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
