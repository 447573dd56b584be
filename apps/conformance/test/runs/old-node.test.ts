import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { nodeFault } from '../../src/commands/node-fault.ts';
import { runCommand } from '../real-command.ts';

/** Makes Node report another version. */
function saying(version: string): readonly string[] {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

describe('a Node.js that is too old', () => {
  it('is reported in one line, with exit code 2, before anything else is imported', async () => {
    const { code, stdout, stderr } = await runCommand(['server', '--help'], {
      cwd: tmpdir(),
      node: saying('20.20.2'),
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^outreach-conformance: Node\.js 22\.19 or newer is needed, and this is 20\.20\.2 \(.+\)\n$/,
    );
  });

  it('is not reported if it is new enough', async () => {
    const { code, stderr } = await runCommand(['server', '--help'], {
      cwd: tmpdir(),
      node: saying('22.19.0'),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('can read what is imported before the check', async () => {
    const files = [
      '../../src/command.ts',
      '../../src/commands/end-process.ts',
      '../../src/commands/node-fault.ts',
      '../../src/installation/package-folder.ts',
    ];
    const texts = await Promise.all(
      files.map(async (file) => readFile(new URL(file, import.meta.url), 'utf8')),
    );
    const imported = [...texts.join('').matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name);
    expect(imported).toEqual([
      'node:fs',
      'node:module',
      './commands/end-process.ts',
      './commands/node-fault.ts',
      './installation/package-folder.ts',
      // Both are older than Node.js 14.
      'node:module',
      'node:url',
    ]);
  });

  it.each([
    ['20.20.2', false],
    ['22.18.0', false],
    ['22.19.0', true],
    ['22.20.0', true],
    ['24.0.0', true],
    ['26.1.0-nightly', true],
  ])('%s is new enough for >=22.19: %s', (running, isEnough) => {
    expect(nodeFault('>=22.19', running) === null).toBe(isEnough);
  });
});
