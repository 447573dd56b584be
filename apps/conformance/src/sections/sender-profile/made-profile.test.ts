/** The sender profile rules on servers that refuse all profiles, and where none is known to exist. */
import type { TwinName } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway, type SandboxJudging } from '../../../test/judge-sandbox.ts';
import { ruleNamed } from '../../../test/rules-named.ts';

const rules = [ruleNamed('PROF-01'), ruleNamed('PROF-04'), ruleNamed('PROF-05')];
const elsewhere = '8f2b64d1-52a0-4c3e-9c56-0d2f6c1b7a90';

async function failedIn(judging: SandboxJudging): Promise<readonly string[]> {
  const { results } = await judgeSandbox({ rules, ...judging });
  return results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
}

describe.concurrent('where each sender profile is refused', () => {
  it.each<[TwinName, readonly string[]]>([
    ['reads-of-profiles-are-refused', ['PROF-01', 'PROF-05']],
    ['reads-and-updates-of-profiles-are-refused', ['PROF-01', 'PROF-04']],
    ['reads-of-profiles-are-dropped', ['PROF-01']],
  ])('one that was made in this run shows: %s', async (twin, failed) => {
    expect(await failedIn({ twin })).toEqual(failed);
    expect(await failedIn({ twin, target: { fixtures: {} } })).toEqual(failed);
  });

  it('nothing is known where the target file may name one that there is not', async () => {
    expect(
      await failedIn({ target: { fixtures: { senderProfiles: [elsewhere] }, provision: null } }),
    ).toEqual([]);
    expect(await failedIn({ twin: 'reads-of-profiles-are-refused', target: { provision: null } })).toEqual(
      [],
    );
  });

  it.each([
    [500, 404, ['PROF-01']],
    [500, 500, []],
    [503, 404, []],
    [403, 404, []],
  ])(
    'one that the target file names shows where it is answered %i, and one that there is not %i',
    async (status, otherwise, failed) => {
      const gateway: Gateway = async (request, pass, sandbox) => {
        const uuid = request.url.split('/').at(-1) ?? '';
        const isThere = sandbox.accounts[0].senderProfiles().includes(uuid);
        return request.method === 'GET' && request.url.includes('/sender-profiles/')
          ? new Response(null, { status: isThere ? status : otherwise })
          : pass(request);
      };
      expect(await failedIn({ gateway, target: { provision: null } })).toEqual(failed);
      const provision = () => ({ createSenderProfile: async () => Promise.reject(new Error('500')) });
      expect(await failedIn({ gateway, target: { provision } })).toEqual(failed);
    },
  );

  it('nothing is known while the list is refused, too', async () => {
    const gateway = async (request: Request, pass: (request: Request) => Promise<Response>) =>
      request.url.includes('/sender-profiles/') || performance.now() > 2000
        ? new Response(null, { status: 403 })
        : pass(request);
    expect(await failedIn({ gateway })).toEqual([]);
  });
});

it.concurrent('a profile that can be read some seconds after it was made fails nothing', async () => {
  const made = new Map<string, number>();
  const { results } = await judgeSandbox({
    rules,
    target: { fixtures: { senderProfiles: [elsewhere] } },
    gateway: async (request, pass, sandbox) => {
      const uuid = request.url.split('/').at(-1) ?? '';
      const isMade = sandbox.accounts[0].senderProfiles().includes(uuid);
      if (!request.url.includes('/sender-profiles/') || !isMade) return pass(request);
      const since = made.get(uuid) ?? performance.now();
      made.set(uuid, since);
      return performance.now() < since + 8000 ? new Response(null, { status: 404 }) : pass(request);
    },
  });
  expect(made.size).toBeGreaterThan(0);
  expect(results.map(({ verdict }) => verdict)).not.toContain('fail');
});
