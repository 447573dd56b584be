import path from 'node:path';
import { expect, it } from 'vitest';
import { commandInProcess } from '../../test/command-in-process.ts';
import type { Ended } from '../../test/real-command.ts';

const folder = path.join(import.meta.dirname, '..', '..');

/** Judges a driver that declares all calls, and does this when it is asked for one. */
async function judgedDriver(does: string): Promise<Ended> {
  const program = `
    const written = []; process.stdin.on('data', (part) => written.push(part)).on('end', async () => {
      const { call } = JSON.parse(Buffer.concat(written));
      if (call === 'declare') return console.log('{"ok":true,"value":{}}');
      ${does}
    });`;
  return judged(process.execPath, '-e', program);
}

async function judged(...command: readonly string[]): Promise<Ended> {
  const args = ['client', '--rule', 'CLI-08', '--timeout', '5', '--', ...command];
  return commandInProcess(args, { cwd: folder });
}

it.for([
  ['prints nothing', ['sh', '-c', 'cat > /dev/null'], 'without a word'],
  ['prints garbage', ['sh', '-c', 'echo certainly'], 'certainly'],
  ['prints JSON that is no answer', ['sh', '-c', 'echo "{}"'], 'after it had written'],
  [
    'crashes',
    ['sh', '-c', 'echo out of luck >&2; exit 7'],
    'with code 7 without a word; it complained: out of luck',
  ],
  ['is ended by a signal', ['sh', '-c', 'kill -9 $$'], 'by SIGKILL'],
  ['hangs', ['sleep', '60'], 'it took longer than 5 s'],
  ['is not there', ['/no/such/driver'], 'cannot be started'],
] as const)('says why a driver cannot be used that %s, and exits with 2', async ([, command, why]) => {
  const { code, stderr } = await judged(...command);
  expect(stderr).toContain(why);
  expect(code).toBe(2);
});

it.for([
  ['never calls', `console.log('{"ok":true,"value":[]}')`],
  ['says of each call that it failed', `console.log('{"ok":false}')`],
  [
    'calls another host',
    `await fetch('http://127.0.0.1:9/').catch(() => null); console.log('{"ok":true,"value":{}}')`,
  ],
  ['crashes when it is to call', 'process.exit(3)'],
  ['prints garbage in place of answers', `console.log('certainly')`],
] as const)('passes nothing of a driver that %s, and exits with 2', async ([, does]) => {
  const { code, stdout } = await judgedDriver(does);
  expect(stdout).toContain('0 pass, 0 fail, 1 inconclusive, 0 skipped');
  expect(code).toBe(2);
});

it('judges our own client by its driver, over sockets', async () => {
  const driver = [
    process.execPath,
    '--conditions=@outreach-api/source',
    'examples/drivers/outreach-client.mjs',
  ];
  const { code, stdout } = await judged(...driver);
  expect(stdout).toContain('1 pass, 0 fail, 0 inconclusive, 0 skipped');
  expect(code).toBe(0);
});
