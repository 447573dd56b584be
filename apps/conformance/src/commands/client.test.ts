import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandInProcess } from '../../test/command-in-process.ts';
import type { Ended } from '../../test/real-command.ts';

const folder = path.join(import.meta.dirname, '..', '..');

/** Judges a driver that declares all calls, if not said otherwise, and does this for each. */
async function judgedDriver(does: string, rule = 'CLI-08', value = '{}'): Promise<Ended> {
  const program = `
    const written = []; process.stdin.on('data', (part) => written.push(part)).on('end', async () => {
      const { call } = JSON.parse(Buffer.concat(written));
      if (call === 'declare') return console.log('{"ok":true,"value":${value}}');
      ${does}
    });`;
  return judged([process.execPath, '-e', program], rule);
}

async function judged(command: readonly string[], rule = 'CLI-08'): Promise<Ended> {
  const args = ['client', '--rule', rule, '--timeout', '5', '--', ...command];
  return commandInProcess(args, { cwd: folder });
}

it.for([
  ['prints nothing', ['sh', '-c', 'cat > /dev/null'], 'without a word'],
  ['prints garbage', ['sh', '-c', 'echo certainly'], 'certainly'],
  ['prints JSON that is no answer', ['sh', '-c', 'echo "{}"'], 'after it had written'],
  [
    'declares itself in another shape',
    ['sh', '-c', `echo '{"ok":true,"calls":["webhooks.list"]}'`],
    'it is expected to answer `declare` with a line such as {"ok":true,"value":{"calls":["webhooks.list"],',
  ],
  [
    'crashes',
    ['sh', '-c', 'echo out of luck >&2; exit 7'],
    'with code 7 without a word; it complained: out of luck',
  ],
  [
    'throws',
    [process.execPath, '--input-type=module', '-e', "import 'no-such-package'"],
    "Cannot find package 'no-such-package'",
  ],
  ['is ended by a signal', ['sh', '-c', 'kill -9 $$'], 'by SIGKILL'],
  ['hangs', ['sleep', '60'], 'it took longer than 5 s'],
  ['is not there', ['/no/such/driver'], 'cannot be started'],
] as const)('says why a driver cannot be used that %s, and exits with 2', async ([, command, why]) => {
  const { code, stderr } = await judged(command);
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
  const { code, stdout } = await judged(driver);
  expect(stdout).toContain('1 pass, 0 fail, 0 inconclusive, 0 skipped');
  expect(code).toBe(0);
});

it('fails CLI-02 where JSON is sent in Latin-1', async () => {
  const { code } = await judgedDriver(
    `
      const { OUTREACH_BASE_URL: baseUrl, OUTREACH_TOKEN: token } = process.env;
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
      const body = Buffer.from(JSON.stringify({ name: 'José' }), 'latin1');
      const response = await fetch(baseUrl + '/id/api/jwt-tokens/create-api-key', { method: 'POST', headers, body });
      console.log(JSON.stringify({ ok: response.ok, status: response.status, value: await response.json() }));
    `,
    'CLI-02',
    '{"calls":["apiKeys.create"]}',
  );
  expect(code).toBe(1);
});

/**
 * Judges a driver that declares that it stays, and counts its starts.
 *
 * @param before - done with each line after the first, before the call is made
 * @param after - done once a call is answered
 */
async function judgedStaying(before: string, after: string): Promise<Ended & { readonly starts: number }> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'driver-'));
  onTestFinished(async () => rm(scratch, { recursive: true }));
  const starts = path.join(scratch, 'starts');
  const program = `
    require('node:fs').appendFileSync(${JSON.stringify(starts)}, '.');
    let lines = 0;
    require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
      const { call, with: { name }, baseUrl, token } = JSON.parse(line);
      if (call === 'declare') return console.log('{"ok":true,"value":{"stays":true,"calls":["apiKeys.create"]}}');
      lines += 1;
      if (lines > 1) { ${before} }
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
      for (;;) {
        const url = baseUrl + '/id/api/jwt-tokens/create-api-key';
        const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name }) });
        const value = await response.json();
        if (response.status === 429) continue;
        console.log(JSON.stringify({ ok: response.ok, status: response.status, value }));
        break;
      }
      ${after}
    });`;
  const args = ['client', '--rule', 'CLI-08', '--timeout', '5', '--concurrency', '1', '--'];
  const ended = await commandInProcess([...args, process.execPath, '-e', program], { cwd: folder });
  return { ...ended, starts: (await readFile(starts, 'utf8')).length };
}

const startedAnew = 'left a further line without an answer: it is started for each call';

it.for([
  ['reads on', '', '', 2, ''],
  ['ends after each answer', '', 'process.exit(0)', 5, ''],
  ['ends at a further line', 'process.exit(1)', '', 5, startedAnew],
  ['reads one line, and hangs at the next', 'return', '', 5, startedAnew],
  ['answers without being asked', '', `console.log('{"ok":true,"value":{}}')`, 5, ''],
] as const)('judges a driver that says that it stays, and %s', async ([, before, after, most, says]) => {
  const { code, stdout, stderr, starts } = await judgedStaying(before, after);
  expect(stdout).toContain('1 pass, 0 fail, 0 inconclusive, 0 skipped');
  expect(code).toBe(0);
  expect(starts).toBeLessThanOrEqual(most);
  expect(stderr).toContain(says);
});

it('passes nothing of a driver that stays and answers the same to each line', async () => {
  const program = `
    require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
      console.log('{"ok":true,"value":{"stays":true,"last_token":"a.b.c"}}');
    });`;
  const { code, stdout } = await judged([process.execPath, '-e', program]);
  expect(stdout).toContain('0 pass, 0 fail, 1 inconclusive, 0 skipped');
  expect(code).toBe(2);
});

it('writes a history, of which `judge` says the same', async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'history-'));
  onTestFinished(async () => rm(scratch, { recursive: true }));
  const file = path.join(scratch, 'client.jsonl.gz');
  const program = `
    process.stdin.on('data', (line) => {
      console.log(JSON.parse(line).call === 'declare' ? '{"ok":true,"value":{"calls":["apiKeys.create"]}}' : '{"ok":true}');
    });`;
  const rule = ['--rule', 'CLI-08'];
  const driver = ['--', process.execPath, '-e', program];
  const judgedNow = await commandInProcess(['client', ...rule, '--history', file, ...driver], {
    cwd: folder,
  });
  const again = await commandInProcess(['judge', '--history', file], { cwd: folder });
  const verdict = /^CLI-08.*$/m;
  expect(again.stdout).toContain('0 pass, 0 fail, 1 inconclusive, 0 skipped');
  expect(verdict.exec(again.stdout)).toEqual(verdict.exec(judgedNow.stdout));
  expect(again.code).toBe(judgedNow.code);
});
