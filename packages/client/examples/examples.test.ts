/** Runs the examples and the code of README and guide as a user would, against the sandbox. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox, serveSandbox } from '@outreach-api/sandbox';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
const packageFolder = path.join(here, '..');
const sandbox = await createSandbox({ webhooks: 25 });
const served = await serveSandbox(sandbox, { port: 0 });
afterAll(async () => {
  await served.close();
  sandbox.close();
});

async function run(args: string[]): Promise<string> {
  const env = { OUTREACH_BASE_URL: served.url, OUTREACH_TOKEN: sandbox.accounts[0].token };
  const node = ['--conditions=@outreach-api/source', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, node, { env, cwd: packageFolder });
  return stdout;
}

test('find-webhooks finds those of an event, over all pages', async () => {
  const own = new Set(sandbox.accounts[0].webhooks());
  const wanted = sandbox
    .snapshot()
    .webhooks.filter(({ uuid, event }) => own.has(uuid) && event === 'sender_profile_sent_email');
  const stdout = await run([path.join(here, 'find-webhooks.mjs')]);
  expect(wanted.length).toBeGreaterThan(0);
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    [
      `${wanted.length} of ${wanted.length}`,
      ...wanted.map(({ uuid }) => `${uuid} sender_profile_sent_email`),
    ].toSorted(),
  );
});

test('create-a-key stores a key that works, for its owner alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'outreach-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'key');
  const stdout = await run([path.join(here, 'create-a-key.mjs'), file, 'Nightly']);
  const key = await readFile(file, 'utf8');
  expect(stdout).toContain('Nightly: key ');
  expect(stdout).not.toContain(key);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${served.url}/integrations/api/webhooks`, { headers })).status).toBe(200);
});

/** How an example ends that fails. */
async function failureOf(args: string[], environment: Record<string, string>) {
  const node = ['--conditions=@outreach-api/source', ...args];
  return await promisify(execFile)(process.execPath, node, { env: environment, cwd: packageFolder }).then(
    () => expect.unreachable('it did not fail'),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

describe.each(['first-call.mjs', 'find-webhooks.mjs', 'create-a-key.mjs'])(
  '%s fails with one line',
  (name) => {
    const example = path.join(here, name);

    test('without OUTREACH_TOKEN', async () => {
      const { code, stderr } = await failureOf([example], { OUTREACH_BASE_URL: served.url });
      expect(stderr).toMatch(/^OUTREACH_TOKEN is not set: .*\n$/);
      expect(code).toBe(1);
    });

    test('without a server', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'outreach-example-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const nowhere = { OUTREACH_BASE_URL: 'http://outreach.invalid', OUTREACH_TOKEN: 'some-key' };
      const { code, stderr } = await failureOf([example, path.join(folder, 'key')], nowhere);
      expect(stderr).toMatch(/^(GET|POST) http:\/\/outreach\.invalid\/\S+: no answer .*\n$/);
      expect(code).toBe(1);
    });
  },
);

const readme = path.join(packageFolder, 'README.md');
const guide = path.join(packageFolder, '../../apps/docs/guides/use-the-client.md');

/** The TypeScript of a text, as one module: later parts build on earlier ones. */
async function codeOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n');
}

/** The same, at the sandbox of this test. */
async function codeToRun(file: string): Promise<string> {
  const code = (await codeOf(file)).replaceAll('http://127.0.0.1:4010', served.url);
  expect(code).toContain(served.url);
  return code;
}

test('the code of the README runs when it is pasted', async () => {
  const code = await codeToRun(readme);
  sandbox.answerNext(1, () => new Response('', { status: 429, headers: { 'retry-after': '3600' } }), {
    operation: 'senderProfiles.get',
  });
  expect(await run(['--input-type=module-typescript', '--eval', code])).toMatch(
    /^(\w+ https:\/\/\S+\n){25}come back in 3600000 ms\n$/,
  );
  expect(sandbox.pendingAnswers).toBe(0);
});

test('the code of the guide runs when it is pasted', async () => {
  const code = await codeToRun(guide);
  const answers = [
    ['apiKeys.create', () => Response.json({ detail: 'name is empty' }, { status: 422 })],
    ['senderProfiles.get', () => new Response('', { status: 429, headers: { 'retry-after': '3600' } })],
    ['unknown', () => Response.json([{ name: 'Ada' }])],
  ] as const;
  for (const [operation, answer] of answers) sandbox.answerNext(1, answer, { operation });
  const stdout = await run(['--input-type=module-typescript', '--eval', code]);
  const uuids = sandbox.accounts[0].webhooks();
  const uuid = /^[\da-f-]{36}\n/gm;
  expect(stdout.match(uuid)?.map((line) => line.trim())).toEqual(uuids);
  expect(stdout.replaceAll(uuid, '')).toMatch(
    new RegExp(
      [
        /^(\w+ https:\/\/\S+\n){25}/,
        /25\n25\n/,
        /[1-9]\d?\n/,
        /POST .*: answered 422; "name is empty" \{ detail: 'name is empty' \}\n/,
        /come back in 3600000 ms\n/,
        /AbortError\n/,
        /3\n/,
        /\{\n {2}request: [^]*?status: 200,\n[^]*?error: null\n\}\n/,
        /\[ \{ name: 'Ada' \} \]\n/,
        /200 5 of 25\nNotFoundError DELETE\n[1-9]\d?\n$/,
      ]
        .map(({ source }) => source)
        .join(''),
    ),
  );
  expect(sandbox.pendingAnswers).toBe(0);
});

test.each([
  ['README', readme],
  ['guide', guide],
])('the code of the %s is typed', async (_, text) => {
  // In this folder a file finds the package by its name, and git ignores the file.
  const folder = path.join(packageFolder, 'node_modules', '.readme');
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'readme.ts');
  const check = async (code: string): Promise<string> => {
    await writeFile(file, code);
    const tsc = path.join(packageFolder, 'node_modules', 'typescript', 'bin', 'tsc');
    const flags =
      '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --target es2024 --module nodenext --types node';
    const conditions = ['--customConditions', '@outreach-api/source', '--allowImportingTsExtensions'];
    const args = [tsc, ...flags.split(' '), ...conditions, file];
    return await promisify(execFile)(process.execPath, args, { cwd: packageFolder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  const code = await codeOf(text);
  expect(await check(code)).toBe('');
  expect(await check(`${code}\nclient.webhooks.list({ limit: 'x' });`)).toContain('error TS2322');
});
