/** What creations and shown keys count as evidence for, and which are ignored. */
import { expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { exchangeSeen, type GivenExchange } from '../../../test/exchange-seen.ts';
import type { CreatedKey } from '@outreach-api/model/records/created-key';
import { ruleNamed } from '../../../test/rules-named.ts';

function creation(name: string, record: object, more: GivenExchange = {}): GivenExchange {
  const key: CreatedKey = {
    accepted: true,
    status: 201,
    record: { jti: name, user_id: 1, team_id: 1, name, ...record },
    token: { fingerprint: name, parts: [] },
    answeredAt: null,
  };
  return { operation: 'createApiKey', sent: { name }, status: 201, key, ...more };
}

function judged({ evidence }: Rule, ...exchanges: readonly GivenExchange[]): string | null {
  return evidence?.judge(exchanges.map(exchangeSeen))?.kind ?? null;
}

it('a key of another name breaks KEY-02, white space at the ends apart', () => {
  expect(judged(ruleNamed('KEY-02'), creation('Ada', { name: 'Grace' }))).toBe('broken');
  expect(judged(ruleNamed('KEY-02'), creation(' Ada ', { name: 'Ada' }))).toBe('held');
});

it('two keys of the account that share a jti break KEY-07, those of other accounts may be of another team', () => {
  const first = creation('Ada', { jti: 'one' });
  expect(judged(ruleNamed('KEY-07'), first, creation('Grace', { jti: 'one' }))).toBe('broken');
  const second = creation('Grace', { team_id: 2 });
  expect(judged(ruleNamed('KEY-10'), first, second)).toBe('broken');
  expect(judged(ruleNamed('KEY-10'), first, { ...second, by: 'other account' })).toBeNull();
});

it('a body without a name that is taken breaks KEY-03; one that is no JSON may name the key all the same', () => {
  const nameless: GivenExchange = { operation: 'createApiKey', sent: {}, status: 201 };
  expect(judged(ruleNamed('KEY-03'), nameless)).toBe('broken');
  expect(judged(ruleNamed('KEY-03'), { ...nameless, status: 422 })).toBe('held');
  expect(judged(ruleNamed('KEY-03'), { ...nameless, sent: 'name=Ada' })).toBeNull();
  expect(judged(ruleNamed('KEY-03'), { ...nameless, by: 'intruder' })).toBeNull();
});

it('a key that any answer shows breaks KEY-08', () => {
  expect(judged(ruleNamed('KEY-08'), { shows: [] })).toBe('held');
  expect(judged(ruleNamed('KEY-08'), { by: 'intruder', status: 401, shows: ['a key'] })).toBe('broken');
});
