/** Shows that `--wait-for-target` waits for a target that does not answer yet, and for nothing else. */
import { describe, expect, it } from 'vitest';
import { commandInProcess } from '../command-in-process.ts';
import { simulate } from '../simulation/simulate.ts';
import { tmpdir } from 'node:os';

/** The end of a run on a sandbox that answers like this at first. */
async function runOn(status: number, forMs: number, seconds: string) {
  const before = (sandbox: { fetch: (request: Request, env: object) => Promise<Response> }) => {
    const began = performance.now();
    return async (request: Request, env: object) =>
      performance.now() - began < forMs ? new Response(null, { status }) : sandbox.fetch(request, env);
  };
  return simulate({ seed: 1, before }, async ({ sandbox, network, url }) => {
    const surroundings = { cwd: tmpdir(), env: { OUTREACH_TOKEN: sandbox.accounts[0].token } };
    const args = ['server', '--url', url, '--rule', 'PAGE-01', '--wait-for-target', seconds];
    return commandInProcess(args, surroundings, network);
  });
}

describe('--wait-for-target', () => {
  it('waits until the target answers', async () => {
    const { code, stderr } = await runOn(503, 20_000, '60');
    expect(stderr).toMatch(/does not answer yet; waiting up to 60 s/);
    expect(code).toBe(0);
  });

  it('says how long it has waited without success', async () => {
    const { code, stderr } = await runOn(503, 200_000, '10');
    expect(stderr).toMatch(/is not up: .* \(waited 10 s, as --wait-for-target says\)/);
    expect(code).toBe(2);
  });

  it('does not wait where the target refuses', async () => {
    const { code, stderr } = await runOn(401, 20_000, '60');
    expect(stderr).toMatch(/refuses the credential/);
    expect(stderr).not.toMatch(/wait/);
    expect(code).toBe(2);
  });
});
