/** The rules of API keys where a service accepts each name of a key once, run after run. */
import type { Dialect, Sandbox } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { judgeTarget } from '../../judge-target.ts';
import { simulate } from '../../../test/simulation/simulate.ts';
import { sandboxTarget } from '../../../test/judge-sandbox.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules: readonly Rule[] = rulesNamed('KEY', 'AUTH-05');

function failed(all: Record<string, string>): readonly string[] {
  return Object.keys(all).filter((id) => all[id] === 'fail');
}

describe('one run after another on a server that takes no name twice', () => {
  /** How the server handles names, beyond what the dialect specifies. */
  interface Server {
    readonly keyNames: Dialect['keyNames'];
    /** Names that it refuses; none by default. */
    readonly refuses?: (name: string) => boolean;
    /** Runs after each run. */
    readonly afterwards?: (sandbox: Sandbox) => Promise<void>;
  }

  /** The verdicts of each run; created keys cannot be revoked in between. */
  async function runsOn(
    { keyNames, refuses = () => false, afterwards = async () => undefined }: Server,
    seeds: readonly number[],
    createApiKeys: number,
  ): Promise<readonly Record<string, string>[]> {
    const before = (sandbox: Sandbox): Sandbox['fetch'] => refusing(sandbox, refuses);
    return simulate(
      { seed: 1, sandbox: { dialect: { keyNames } }, before },
      async ({ sandbox, network, url }) => {
        const target = sandboxTarget(sandbox, url, { createApiKeys });
        const all: Record<string, string>[] = [];
        for (const seed of seeds) {
          // Runs are sequential: each meets what the previous one left behind.
          // oxlint-disable-next-line no-await-in-loop
          const { results } = await judgeTarget(target, { rules, seed, runs: null, path: null, network });
          all.push(Object.fromEntries(results.map(({ rule, verdict }) => [rule.id, verdict])));
          // oxlint-disable-next-line no-await-in-loop
          await afterwards(sandbox);
        }
        return all;
      },
    );
  }

  /** Refuses creations by requested name. */
  function refusing(sandbox: Sandbox, refuses: (name: string) => boolean): Sandbox['fetch'] {
    return async (request, env) => {
      const isCreation = request.method === 'POST' && request.url.endsWith('/create-api-key');
      const body: unknown = isCreation
        ? await request
            .clone()
            .json()
            .catch(() => null)
        : null;
      const name = isRecord(body) ? body['name'] : null;
      return typeof name === 'string' && refuses(name)
        ? Response.json({ error: 'this name is not taken' }, { status: 422 })
        : sandbox.fetch(request, env);
    };
  }

  it('all pass each time, also with one seed', async () => {
    const allPass = Object.fromEntries(rules.map(({ id }) => [id, 'pass']));
    expect(await runsOn({ keyNames: 'unique' }, [1, 2, 2], 30)).toEqual([allPass, allPass, allPass]);
  });

  it.each([1, 2, 3, 6])('fails nothing where %i keys may be created', async (createApiKeys) => {
    for (const all of await runsOn({ keyNames: 'unique' }, [1, 1, 2], createApiKeys))
      expect(failed(all)).toEqual([]);
  });

  it('fails nothing where all digits and letters were given', async () => {
    const afterwards = async (sandbox: Sandbox): Promise<void> => {
      for (const name of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
        await sandbox.fetch(
          new Request('http://sandbox/id/api/jwt-tokens/create-api-key', {
            method: 'POST',
            headers: {
              authorization: `Bearer ${sandbox.accounts[0].token}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify({ name }),
          }),
        );
    };
    const [first, second] = await runsOn({ keyNames: 'unique', afterwards }, [1, 2], 60);
    expect(failed(first ?? {})).toEqual([]);
    expect(failed(second ?? {})).toEqual([]);
  });

  it.each<[string, (name: string) => boolean]>([
    ['over 20 characters', (name) => Array.from(name).length > 20],
    ['with digits', (name) => /[0-9]/.test(name)],
    ['over 32 characters', (name) => Array.from(name).length > 32],
    ['of 50 characters', (name) => Array.from(name).length === 50],
    ['of one character', (name) => Array.from(name).length === 1],
    ['with letters outside ASCII', (name) => /[^ -~]/.test(name)],
    ['with letters outside the BMP', (name) => /[\u{10000}-\u{10FFFF}]/u.test(name)],
    ['with Devanagari', (name) => /\p{Script=Devanagari}/u.test(name)],
    ['with an apostrophe', (name) => name.includes("'")],
    ['of digits alone', (name) => /^[0-9]+$/.test(name)],
    ['with a run of 30 equal letters', (name) => /(.)\1{29}/u.test(name)],
  ])('fails KEY-01 each time where names %s are refused', async (_, refuses) => {
    // Some keys are reserved for checks that do not depend on names.
    const runs = await runsOn({ keyNames: 'unique', refuses }, [1, 2], 38);
    expect(runs.map((all) => all['KEY-01'])).toEqual(['fail', 'fail']);
  });

  it('fails KEY-01 where one name is refused though names may come twice', async () => {
    const refuses = (name: string): boolean => name.startsWith('Łuca');
    expect(await runsOn({ keyNames: 'any', refuses }, [1], 12)).toMatchObject([{ 'KEY-01': 'fail' }]);
  });

  it('fails KEY-01 where nothing is ever created', async () => {
    expect(await runsOn({ keyNames: 'any', refuses: () => true }, [1], 12)).toMatchObject([
      { 'KEY-01': 'fail' },
    ]);
  });
});
