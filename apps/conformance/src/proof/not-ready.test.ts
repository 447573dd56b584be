/** Shows that the command says why a target cannot be judged, each reason in its own words. */
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { closed, listening } from './forwarding.ts';
import { runCommand, withoutProgress } from './real-command.ts';

describe('a target that answers everything with', () => {
  it.each([
    [
      429,
      { 'retry-after': '1' },
      /is limited from the start \(\d tries\): .* answered 429; try again in 1 s, as it asks/,
    ],
    [502, {}, /is not up: .* answered 502; a gateway answers, and what is behind it does not/],
    [
      302,
      { location: 'https://login.example.com/' },
      /redirects to login\.example\.com: .* redirects are never followed/,
    ],
  ] as const)('%i ends the command with 2 and a line that says so', async (status, headers, says) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, headers).end('{}');
    });
    const url = `http://127.0.0.1:${await listening(server)}`;
    const ended = await runCommand(['server', '--url', url], { cwd: tmpdir(), env: { OUTREACH_TOKEN: 'x' } });
    await closed(server);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    const said = withoutProgress(ended.stderr);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toMatch(says);
    expect(said).not.toContain('is it the right address');
  });
});
