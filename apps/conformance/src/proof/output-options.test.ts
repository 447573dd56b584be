/** The command writes a report in every form that is asked for, and says at once where it cannot. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, serveSandbox, type Sandbox, type ServedSandbox } from '@outreach-api/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withoutProgress } from './real-command.ts';

const command = fileURLToPath(new URL('../command.ts', import.meta.url));

let folder: string;
let sandbox: Sandbox;
let served: ServedSandbox;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'outreach-outputs-'));
  sandbox = await createSandbox({ twin: 'default-limit-is-10' });
  served = await serveSandbox(sandbox);
});

afterEach(async () => {
  await served.close();
  sandbox.close();
  await rm(folder, { recursive: true });
});

async function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    OUTREACH_TOKEN: sandbox.accounts[0].token,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
  };
  const whole = ['--conditions=@outreach-api/source', command, 'server', '--url', served.url, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, whole, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

it('writes all forms, makes their folders, and tells GitHub', async () => {
  const forms = ['json', 'junit', 'html', 'badge', 'har'];
  const asked = forms.flatMap((form) => [`--${form}`, `out/report.${form}`]);
  const { code, stdout } = await run('--rule', 'PAGE-01', '--seed', '1', ...asked);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^::error title=PAGE-01%3A /m);
  const [json, junit, html, badge, har] = await Promise.all(
    forms.map(async (form) => readFile(path.join(folder, 'out', `report.${form}`), 'utf8')),
  );
  expect(JSON.parse(json ?? '').counts.fail).toBe(1);
  expect(junit).toContain('<failure type="stated"');
  expect(html).toContain('1 statement is broken');
  expect(badge).toContain('0 pass · 1 fail · 0 undecided');
  expect(JSON.parse(har ?? '').log.entries.length).toBe(sandbox.record.length);
  expect(await readFile(path.join(folder, 'summary.md'), 'utf8')).toContain('1 statement is broken');
});

it('sends nothing where a form cannot be written', async () => {
  await writeFile(path.join(folder, 'file'), '');
  const { code, stderr } = await run('--html', 'file/report.html');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^outreach-conformance: file\/report\.html cannot be written: .*\n$/);
  expect(sandbox.record).toEqual([]);
});

it('writes the archive also where the run could not be done', async () => {
  await served.close();
  const { code, stderr } = await run('--har', 'report.har');
  expect(code).toBe(2);
  expect(withoutProgress(stderr).trim().split('\n')).toHaveLength(1);
  const { log } = JSON.parse(await readFile(path.join(folder, 'report.har'), 'utf8'));
  expect(log.entries[0].comment).toContain('ECONNREFUSED');
});
