/** Shows that a value of no known type, anywhere in an answer, is not a fault of the suite. */
import { describe, expect, it } from 'vitest';
import { isRecord } from '@outreach-api/model/records/is-record';
import { rules as allRules } from '../../src/catalogue/rules.ts';
import { judgeSandbox, type Gateway } from '../judge-sandbox.ts';

/** JSON that no JavaScript conversion accepts: neither `String` nor `Number` nor a template. */
const unconvertible = { toString: 1, valueOf: 1 };

function malformed(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => malformed(item, fields));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      fields.includes(field) ? unconvertible : malformed(inner, fields),
    ]),
  );
}

/** Answers like the sandbox, except for some fields. */
function malforming(fields: readonly string[]): Gateway {
  return async (request, pass) => {
    const answer = await pass(request);
    const text = await answer.text();
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    const isJson = headers.get('content-type')?.includes('json') === true && text !== '';
    const body = isJson ? JSON.stringify(malformed(JSON.parse(text), fields)) : text;
    return new Response(body === '' ? null : body, { status: answer.status, headers });
  };
}

describe('a server whose records hold values that are neither text nor number', () => {
  it.each<[fields: string[], groups: string, broken: string[]]>([
    [['uuid'], 'HOOK PAGE DEL', ['HOOK-01']],
    [['target_url', 'event'], 'HOOK TEST DEL', ['HOOK-01']],
    [['first_name', 'status', 'team_id'], 'PROF TEAM', ['PROF-01']],
    [['jti', 'user_id', 'created_at'], 'KEY AUTH', ['KEY-01']],
  ])('in %j is judged by %s', async (fields, groups, broken) => {
    const rules = allRules.filter(({ id }) => groups.split(' ').includes(id.replace(/-\d+$/, '')));
    const { results, observations } = await judgeSandbox({
      rules,
      observe: true,
      gateway: malforming(fields),
    });
    const failed = results.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule.id] : []));
    expect(failed).toEqual(expect.arrayContaining(broken));
    const said = [...results.map(({ reason }) => reason ?? ''), ...observations.map(({ answer }) => answer)];
    expect(said.filter((text) => text.includes('fault of the suite'))).toEqual([]);
  });
});
