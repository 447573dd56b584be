/** The command `outreach-sandbox`, as a separate process. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const command = join(import.meta.dirname, '..', 'src', 'command.ts');
const node = ['--conditions=@outreach-api/source', command];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly text: string;
  readonly url: string;
  readonly token: string;
}

async function start(...options: string[]): Promise<Started> {
  const child = spawn(process.execPath, [...node, '--port', '0', ...options]);
  let text = '';
  child.stdout.setEncoding('utf8');
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.includes('curl')) break;
  }
  const url = /http:\/\/[\d.:]+/.exec(text)?.[0] ?? '';
  const token = /first account +token +(\S+)/.exec(text)?.[1] ?? '';
  return { child, text, url, token };
}

async function ended(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<unknown> {
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = await exit;
  return code;
}

/** What a failing start prints and how it exits. */
async function failing(...options: string[]): Promise<{ code: unknown; stderr: string; stdout: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...node, ...options]);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const part = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
    return { code: part('code'), stderr: String(part('stderr')), stdout: String(part('stdout')) };
  }
}

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' && address !== null ? String(address.port) : '';
}

/** A port on which nothing listens. */
async function freePort(): Promise<string> {
  const server = await listening();
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

describe('outreach-sandbox', () => {
  test('prints a first use that works when pasted', async () => {
    const { child, text } = await start('--webhooks', '3');
    const line = text.split('\n').find((one) => one.trimStart().startsWith('curl')) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ limit: 2, total: 3 });
    expect(await ended(child, 'SIGTERM')).toBe(0);
  });

  test('keeps in its data file what it answered, also when it is killed', async () => {
    const data = join(folder, 'killed.db');
    const first = await start('--data', data);
    const uuid = /sender profiles to read and update +(\S+)/.exec(first.text)?.[1] ?? '';
    const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ label: 'survives' });
    const put = await fetch(`${first.url}/flows/api/sender-profiles/${uuid}`, {
      method: 'PUT',
      headers,
      body,
    });
    expect(put.status).toBe(200);
    await ended(first.child, 'SIGKILL');
    const second = await start('--data', data);
    expect(second.token).toBe(first.token);
    const response = await fetch(`${second.url}/flows/api/sender-profiles/${uuid}`, { headers });
    expect(await response.json()).toMatchObject({ label: 'survives' });
    expect(await ended(second.child, 'SIGINT')).toBe(0);
  });

  test('is the twin and speaks the dialect that it is given', async () => {
    const { child, url, token, text } = await start(
      '--twin',
      'default-limit-is-10',
      '--dialect',
      '{"successStatusOfRead":"203"}',
      '--rate-limit',
      '2/60',
    );
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/integrations/api/webhooks`, { headers });
    expect(response.status).toBe(203);
    expect(await response.json()).toMatchObject({ limit: 10 });
    await fetch(`${url}/integrations/api/webhooks`, { headers });
    expect((await fetch(`${url}/integrations/api/webhooks`, { headers })).status).toBe(429);
    expect(text).toContain('as the broken twin default-limit-is-10');
    expect(await ended(child, 'SIGTERM')).toBe(0);
  });

  /** What it prints in this form until it is stopped. */
  async function printed(form: string): Promise<{ child: ChildProcess; text: string }> {
    const child = spawn(process.execPath, [...node, '--port', '0', '--print', form]);
    let text = '';
    child.stdout.setEncoding('utf8');
    for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(part);
      if (text.endsWith('\n')) break;
    }
    return { child, text };
  }

  test('prints a target file, which the suite takes as it is', async () => {
    const { child, text } = await printed('target');
    const target: { baseUrl: string; token: string } = JSON.parse(text);
    const headers = { authorization: `Bearer ${target.token}` };
    expect((await fetch(`${target.baseUrl}/integrations/api/webhooks`, { headers })).status).toBe(200);
    expect(target).toMatchObject({
      fixtures: { senderProfiles: [expect.any(String), expect.any(String)] },
      allow: { createApiKeys: 9, deliveries: 20, updates: true, deletes: true, flood: 0 },
    });
    expect(await ended(child, 'SIGTERM')).toBe(0);
  });

  test('prints address and credentials for a shell', async () => {
    const { child, text } = await printed('env');
    const first =
      'curl -s -H "Authorization: Bearer $OUTREACH_TOKEN" "$OUTREACH_BASE_URL/flows/api/sender-profiles/${OUTREACH_SENDER_PROFILES% *}"';
    const { stdout } = await promisify(execFile)('sh', ['-c', `${text}\n${first}`]);
    const [uuid] = /[0-9a-f-]{36}/.exec(text) ?? [];
    expect(JSON.parse(stdout)).toMatchObject({ uuid });
    for (const line of text.trim().split('\n')) expect(line).toMatch(/^export OUTREACH_[A-Z_]+='[^']+'$/);
    expect(await ended(child, 'SIGTERM')).toBe(0);
  });

  test('prints address and credentials as one JSON object', async () => {
    const { child, text } = await printed('json');
    expect(text.trim().split('\n')).toHaveLength(1);
    const values: Record<'baseUrl' | 'otherAccountToken', string> = JSON.parse(text);
    const headers = { authorization: `Bearer ${values.otherAccountToken}` };
    expect((await fetch(`${values.baseUrl}/integrations/api/webhooks`, { headers })).status).toBe(200);
    expect(Object.keys(values)).toEqual([
      'baseUrl',
      'token',
      'colleagueToken',
      'expiredToken',
      'otherAccountToken',
      'otherAccountExpiredToken',
      'fixtures',
    ]);
    expect(await ended(child, 'SIGTERM')).toBe(0);
  });

  test.each([
    [['--print', 'yaml'], /Allowed choices are text, env, json, target\.?/],
    [['--twin', 'no-such'], /there is no twin "no-such"/],
    [['--dialect', '{"pageMaximun":"20"}'], /there is no dimension "pageMaximun"/],
    [['--dialect', 'no-such-file.json'], /the file cannot be read/],
    [['--dialect', '{pageMaximum}'], /it is not JSON/],
    [['--rate-limit', '60'], /requests\/seconds, e\.g\. 60\/1/],
    [['--port', 'http'], /whole number/],
    [['--port', '99999'], /port/],
    [['--data', '/no/such/folder/file.db'], /the data file .* cannot be used/],
    [['--nonsense'], /unknown option '--nonsense'/],
  ])('%j ends with 2 and one line', async (options, message) => {
    const { code, stderr } = await failing(...options);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('a port that is taken ends with 2 and one line', async () => {
    const server = await listening();
    const { code, stderr } = await failing('--port', portOf(server));
    server.close();
    expect(code).toBe(2);
    expect(stderr).toMatch(/address already in use .*choose another with --port/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each(['--list-twins', '--list-dialect', '--help'])(
    '%s whose reader has gone away ends in silence',
    async (option) => {
      const child = spawn(process.execPath, [...node, option]);
      child.stdout.destroy();
      const [stderr, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit')]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    },
  );

  test('serves on when the reader of its address has gone away', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [...node, '--port', port]);
    child.stdout.destroy();
    const stderr = textOf(child.stderr);
    const listed = async () => fetch(`http://127.0.0.1:${port}/integrations/api/webhooks`).catch(() => null);
    await vi.waitFor(async () => expect((await listed())?.status).toBe(401), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await ended(child, 'SIGTERM')).toBe(0);
    expect(await stderr).toBe('');
  });

  test('lists its twins and its dialect', async () => {
    const listed = await failing('--list-twins');
    const dialect = await failing('--list-dialect');
    expect(listed.code).toBe(0);
    expect(listed.stdout).toMatch(/^default-limit-is-10 +PAGE-01/m);
    expect(dialect.stdout).toMatch(/^pageMaximum \(PAGE-90\): .+\n {2}[* ] /m);
  });
});
