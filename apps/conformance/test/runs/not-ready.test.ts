/** Shows that the command says why a target cannot be judged, each reason in its own words. */
import { describe, expect, it } from 'vitest';
import type { Simulation } from '../simulation/simulate.ts';
import { withoutProgress } from '../real-command.ts';
import { simulateCommands } from '../simulated-command.ts';

describe('a target that answers everything with', () => {
  it.each([
    [
      429,
      { 'retry-after': '1' },
      /is rate-limited from the start \(\d tries\): .* answered 429; try again in 1 s, as it asks/,
    ],
    [502, {}, /is not up: .* answered 502; a gateway answers, and what is behind it does not/],
    [
      302,
      { location: 'https://login.example.com/' },
      /redirects to login\.example\.com: .* redirects are never followed/,
    ],
  ] as const)('%i makes the command exit with 2 and a line that says so', async (status, headers, says) => {
    const before: Simulation['before'] = () => async () =>
      new Response(status === 302 ? null : '{}', { status, headers });
    await simulateCommands({ seed: 1, before }, async ({ run, url }) => {
      const ended = await run(['server', '--url', url]);
      expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
      const said = withoutProgress(ended.stderr);
      expect(said.trim().split('\n')).toHaveLength(1);
      expect(said).toMatch(says);
      expect(said).not.toContain('is it the right address');
    });
  });
});
