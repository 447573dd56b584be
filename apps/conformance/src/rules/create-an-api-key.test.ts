import { twins, type Dialect, type TwinName } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../engine/rule.ts';
import { judgeSandbox, type SandboxJudging } from '../proof/judge-sandbox.ts';
import * as apiKey from './api-key.ts';
import * as createAnApiKey from './create-an-api-key.ts';
import * as createdKey from './created-key.ts';

const rules: readonly Rule[] = [
  ...Object.values(createAnApiKey),
  ...Object.values(apiKey),
  ...Object.values(createdKey),
];
const typicalBudget = { createApiKeys: 3, deliveries: 20 };

async function verdicts(judging: SandboxJudging): Promise<Record<string, string>> {
  const run = await judgeSandbox({ rules, allow: typicalBudget, ...judging });
  return Object.fromEntries(
    run.results.map(({ rule, verdict, reason }) => [
      rule.id,
      reason === null ? verdict : `${verdict}: ${reason}`,
    ]),
  );
}

function idsWith(verdict: string, all: Record<string, string>): string[] {
  return Object.keys(all).filter((id) => all[id]?.startsWith(verdict) === true);
}

describe('the rules of API keys, with 3 keys that may be created', () => {
  it('all pass on the sandbox', async () => {
    const all = await verdicts({});
    expect(all).toEqual(Object.fromEntries(rules.map(({ id }) => [id, 'pass'])));
  });

  it('create no more than 3 keys', async () => {
    const { record } = await judgeSandbox({ rules, allow: typicalBudget });
    expect(record.filter(({ effect }) => effect === 'created')).toHaveLength(3);
  });

  it.each<Partial<Dialect>>([
    {
      jwtAlgorithm: 'EdDSA',
      threeYears: '1095-days',
      dateFormat: 'seconds',
      furtherFields: 'changing',
      successStatusOfCreate: '202',
    },
    {
      jwtAlgorithm: 'RS256',
      threeYears: '1096-days',
      dateFormat: 'offset',
      keyTeam: 'null',
      connection: 'close',
    },
    {
      jwtExp: 'absent',
      jwtJti: 'absent',
      jwtClaims: 'minimal',
      dateHeader: 'absent',
      longText: 'to-50',
      unknownFields: 'refused',
    },
    {
      jtiForm: 'prefixed',
      jwtClaims: 'wide',
      uuidCase: 'upper',
      jsonText: 'escaped',
      compression: 'gzip',
      invalidBodyStatus: '500',
      nameTrimming: 'trimmed',
    },
    {
      dateFormat: 'utc-offset',
      successStatusOfUpdate: '202',
      successStatusOfCreate: '201',
      omittedOnUpdate: 'cleared',
      webhookTestAnswer: 'pass-through',
      otherMethods: 'get',
    },
  ])('fail no server that speaks %o', async (dialect) => {
    expect(idsWith('fail', await verdicts({ dialect }))).toEqual([]);
  });

  it.each([3, 4, 12])(
    'fail nothing where names must be unique, keys are few or replaced, and %i keys may be created',
    async (createApiKeys) => {
      for (const dialect of [
        { keyNames: 'unique', invalidBodyStatus: '409' },
        { keyQuota: '8' },
        { keyRotation: 'replaced' },
        { keyNames: 'unique', keyQuota: '8', keyRotation: 'replaced', successStatusOfCreate: '202' },
      ] as const) {
        const all = await verdicts({ dialect, allow: { ...typicalBudget, createApiKeys } });
        expect(idsWith('fail', all)).toEqual([]);
      }
    },
  );

  it.each([1, 2, 9])('fail nothing where %i keys may be created', async (createApiKeys) => {
    const run = await judgeSandbox({ rules, allow: { createApiKeys } });
    expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(
      run.record.filter(({ operation, status }) => operation === 'apiKeys.create' && status < 300).length,
    ).toBeLessThanOrEqual(createApiKeys);
  });

  it('send nothing where no key may be created', async () => {
    const run = await judgeSandbox({ rules, allow: { createApiKeys: 0 } });
    expect(new Set(run.results.map(({ verdict }) => verdict))).toEqual(new Set(['skipped']));
    expect(run.record.filter(({ operation }) => operation !== 'webhooks.list')).toEqual([]);
  });
});

describe('twins of the sandbox that break what is said of API keys', () => {
  const own = twins
    .filter(({ breaks }) => rules.some(({ id }) => id === breaks))
    .map(({ name, breaks, also }) => ({ name, breaks, also }));

  // Names of other lengths come later.
  const moreKeys = new Set<TwinName>(['key-name-of-one-letter-is-refused']);

  it.each<{ name: TwinName; breaks: string; also: readonly string[] }>(own)(
    '$name fails $breaks',
    async ({ name, breaks, also }) => {
      const createApiKeys = moreKeys.has(name) ? 6 : typicalBudget.createApiKeys;
      const failed = idsWith(
        'fail',
        await verdicts({ twin: name, allow: { ...typicalBudget, createApiKeys } }),
      );
      expect(failed).toContain(breaks);
      expect(failed.filter((id) => id !== breaks && !also.includes(id))).toEqual([]);
    },
  );
});
