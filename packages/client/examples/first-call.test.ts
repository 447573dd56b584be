/** Runs the example as a user would, against a real server. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { json, startLoopbackServer } from '../test/loopback-server.ts';
import { canary, pageOf, webhook } from '../test/records.ts';

const example = fileURLToPath(new URL('first-call.mjs', import.meta.url));

async function runExample(baseUrl: string) {
  const args = ['--conditions=@outreach-api/source', example];
  const env = { OUTREACH_BASE_URL: baseUrl, OUTREACH_TOKEN: canary };
  return await promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('it prints the webhooks, over all pages and past a 429', async () => {
  const all = [webhook(1), webhook(2), webhook(3)];
  await using server = await startLoopbackServer(({ target }, number) => {
    const offset = Number(new URL(target, 'http://h').searchParams.get('offset') ?? 0);
    return number === 2 ? { status: 429 } : json(pageOf(all, 2, offset));
  });
  const { code, stdout, stderr } = await runExample(server.baseUrl);
  expect(stdout.trim().split('\n')).toEqual(all.map((one) => `${one.event} POST ${one.target_url}`));
  expect(stderr).toContain('limited, attempt 1');
  expect(code).toBe(0);
});

test('it says what is wrong in one line', async () => {
  await using server = await startLoopbackServer(() => json({}, 401));
  const { code, stderr } = await runExample(server.baseUrl);
  expect(stderr).toBe('The API key was not accepted.\n');
  expect(code).toBe(1);
});
