/** AUTH-05 when another account creates a key: that may revoke keys of the same user, but none of ours. */
import { describe, expect, it } from 'vitest';
import { judgeSandbox, type Gateway } from '../../../test/judge-sandbox.ts';
import { rules as allRules } from '../../catalogue/rules.ts';
import { isRecord } from '@outreach-api/model/records/is-record';

const rules = allRules.filter(({ id }) => id === 'AUTH-05' || id === 'TEAM-01' || id === 'TEAM-02');

/** One user of both accounts whose new key replaces the previous one, whichever account it is for. */
function oneUserOfBoth(): Gateway {
  const made: string[] = [];
  return async (request, pass) => {
    const used = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    if (made.includes(used) && used !== made.at(-1)) return new Response(null, { status: 401 });
    const answer = await pass(request);
    if (!request.url.endsWith('/create-api-key') || !answer.ok) return answer;
    const record: unknown = await answer.json();
    if (!isRecord(record)) throw new Error('the sandbox makes no key');
    made.push(String(record['last_token']));
    return Response.json({ ...record, user_id: 7 }, { status: answer.status });
  };
}

describe.concurrent('a key that another account makes', () => {
  it.each(['kept', 'replaced'] as const)(
    'breaks AUTH-05 where it ends ours, which are %s',
    async (keyRotation) => {
      const { results } = await judgeSandbox({
        rules,
        twin: 'new-key-ends-those-of-another-account',
        dialect: { keyRotation },
      });
      const failed = results.filter(({ verdict }) => verdict === 'fail');
      expect(failed.map(({ rule }) => rule.id)).toEqual(['AUTH-05']);
    },
  );

  it('may replace ours where it is of the same user', async () => {
    const { results } = await judgeSandbox({ rules, gateway: oneUserOfBoth() });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id)).toEqual([]);
  });
});
