/** Shows what a person sees of a run: in a terminal, in a log, quietly, and with each request. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createSandbox, serveSandbox, type SandboxOptions } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { suiteVersion } from '../../src/installation/suite-version.ts';
import { runCommand, withoutProgress, type Ended } from '../real-command.ts';
import { simulateCommands } from '../simulated-command.ts';

/** Returns to the start of the line and clears it. */
const emptied = '\r\u001B[K';
const command = fileURLToPath(new URL('../../src/command.ts', import.meta.url));

/** Runs something on a sandbox, and also returns the token that was used. */
async function onSandbox<Result>(
  options: SandboxOptions,
  run: (url: string, env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result & { readonly token: string }> {
  const sandbox = await createSandbox(options);
  const served = await serveSandbox(sandbox);
  const { token } = sandbox.accounts[0];
  try {
    return { ...(await run(served.url, { OUTREACH_TOKEN: token })), token };
  } finally {
    await served.close();
    sandbox.close();
  }
}

async function inLog(
  options: SandboxOptions,
  ...args: readonly string[]
): Promise<Ended & { token: string }> {
  return simulateCommands({ seed: 1, sandbox: options }, async ({ run, url, sandbox }) => {
    const ended = await run(['server', '--url', url, '--rule', 'PAGE-01', ...args]);
    return { ...ended, token: sandbox.accounts[0].token };
  });
}

async function inLogOfAProcess(): Promise<Ended> {
  return onSandbox({}, async (url, env) =>
    runCommand(['server', '--url', url, '--rule', 'PAGE-01'], { cwd: tmpdir(), env }),
  );
}

/** Runs the command in a terminal of its own, and returns everything it wrote there. */
async function inTerminal(
  options: SandboxOptions,
  ...args: readonly string[]
): Promise<{ written: string; token: string }> {
  return onSandbox(options, async (url, env) => {
    const line = [
      process.execPath,
      '--conditions=@outreach-api/source',
      command,
      'server',
      '--url',
      url,
      ...args,
    ];
    return new Promise<{ written: string }>((resolve) => {
      const script = ['-qec', `stty cols 100; ${line.map((part) => `'${part}'`).join(' ')}`, '/dev/null'];
      const surroundings = { env: { ...process.env, ...env, CI: '', TERM: 'xterm', NO_COLOR: '1' } };
      const child = execFile('script', script, surroundings, (_error, written) => {
        resolve({ written });
      });
      child.stdin?.end();
    });
  });
}

/** The lines that a terminal shows at the end. */
function shownOf(written: string): readonly string[] {
  return written.split(/\r?\n/).map((line) => line.split(emptied).at(-1) ?? '');
}

describe('in a terminal', () => {
  it('one line shows the progress of the run, and is removed at the end', async () => {
    const { written, token } = await inTerminal({ latencyMs: 10 }, '--rule', 'PAGE', '--runs', '5');
    const drawn = written
      .split(emptied)
      .slice(1)
      .map((text) => text.split(/\r?\n/)[0] ?? '');
    expect(drawn.some((text) => /^looking · 0 of \d+ rules · \d+ of ~\d+ requests/.test(text))).toBe(true);
    for (const text of drawn.filter((line) => line.includes(' rules · ')))
      expect(text.length).toBeLessThan(100);
    const shown = shownOf(written);
    expect(shown.filter((line) => line.includes(' rules · '))).toEqual([]);
    expect(shown.some((line) => line.startsWith('pass         PAGE-01'))).toBe(true);
    expect(shown.some((line) => /^\d+ pass, 0 fail/.test(line))).toBe(true);
    expect(written).not.toContain(token);
  });

  it('that line says how long it waits for a rate limit', async () => {
    const { written } = await inTerminal(
      { rateLimit: { requests: 30, perMs: 1000 } },
      '--rule',
      'PAGE-01',
      '--runs',
      '0',
    );
    expect(written).toMatch(/ · limited until \d\d:\d\d:\d\d/);
  });
});

describe('in a log', () => {
  it('nothing is redrawn, and the text is unchanged', async () => {
    const { code, stdout, stderr } = await inLogOfAProcess();
    expect([code, withoutProgress(stderr)]).toEqual([0, '']);
    expect(stdout).not.toContain('\u001B');
    expect(stdout).toMatch(/^http:.* about \d+ requests, .*\npass +PAGE-01 /);
  });

  it('--quiet leaves breaches and the counts', async () => {
    const { code, stdout, stderr } = await inLog(
      { twin: 'default-limit-is-10' },
      '--quiet',
      '--rule',
      'PAGE-02',
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^\nBREACH PAGE-01/);
    expect(stdout).not.toMatch(/^(?:pass|fail|http.* requests$)/m);
    expect(stdout).toMatch(/^\d+ pass, 1 fail, \d+ inconclusive, 0 skipped$/m);
  });

  it('--verbose prints each request, without credentials', async () => {
    const { code, stdout, stderr, token } = await inLog({}, '--verbose');
    expect(code).toBe(0);
    const lines = withoutProgress(stderr).trim().split('\n');
    expect(lines[0]).toMatch(/^GET {4}\/integrations\/api\/webhooks 200 \d+ ms$/);
    for (const line of lines) expect(line).toMatch(/^[A-Z]+ +\/\S* (?:\d{3}|no answer) \d+ ms$/);
    expect(stdout).toContain(`: ${lines.length} requests in`);
    for (const part of token.split('.')) expect(stderr).not.toContain(part);
  });

  it('--quiet and --verbose do not go together', async () => {
    const { code, stderr } = await inLog({}, '--verbose', '--quiet');
    expect(code).toBe(2);
    expect(stderr).toContain("option '--quiet' cannot be used with option '--verbose'");
  });
});

it('--version prints the version of the suite', async () => {
  const ended = await runCommand(['--version'], { cwd: tmpdir() });
  expect(ended).toEqual({ code: 0, stdout: `${suiteVersion}\n`, stderr: '' });
});
