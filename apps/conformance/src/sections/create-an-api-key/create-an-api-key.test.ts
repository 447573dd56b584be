import { twins, type Dialect, type TwinName } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../session/suite.ts';
import { judgeSandbox, type SandboxJudging } from '../../../test/judge-sandbox.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules: readonly Rule[] = rulesNamed('KEY', 'AUTH-05');
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
  it('all pass on the sandbox, but for those that say what only further keys could show', async () => {
    const all = await verdicts({});
    const decidedBySome = new Set(['KEY-01', 'KEY-02', 'KEY-04', 'KEY-07', 'KEY-09', 'KEY-10', 'AUTH-05']);
    expect(idsWith('pass', all)).toEqual(rules.map(({ id }) => id).filter((id) => !decidedBySome.has(id)));
    expect(all['KEY-01']).toMatch(/could not have seen: an empty name comes back as null$/);
    expect(all['KEY-02']).toMatch(/could not have seen: another name in place of an empty one$/);
    expect(all['KEY-04']).toMatch(/could not have seen: an opaque text for a key of an empty name$/);
    expect(all['AUTH-05']).toMatch(
      /could not have seen: one of an empty name is refused; a key that another account makes ends it$/,
    );
    expect(all['KEY-07']).toMatch(
      /could not have seen: jti is the same for keys of one name; two of one name at the same time are one key$/,
    );
    expect(all['KEY-09']).toMatch(/could not have seen: the time is the one that the body names$/);
    expect(all['KEY-10']).toMatch(
      /could not have seen: the team is the one that the body names; the user is the one that the body names$/,
    );
  });

  it('all pass with 9', async () => {
    const all = await verdicts({ allow: { ...typicalBudget, createApiKeys: 9 } });
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
    .map(({ name, breaks, also, under }) => ({ name, breaks, also, under }));

  const moreKeys = new Map<TwinName, number>([
    // Another key's name is reused once that key has shown what other names show.
    ['jti-is-shared-by-keys-of-one-name', 8],
    ['name-that-its-caller-gave-before-gives-the-same-key', 20],
    // A creation without an answer may have made a key, and is tried four times.
    ['creations-without-a-name-are-dropped', 6],
    // Which names come first changes with the seed.
    ['key-name-takes-the-letter-case-of-an-earlier-one', 40],
    // The others come first.
    ['key-is-of-the-team-that-its-body-names', 8],
    ['key-is-of-the-user-that-its-body-names', 8],
    ['jti-is-the-one-that-the-body-names', 8],
    ['created-at-of-key-is-the-one-that-the-body-names', 8],
    // The key that shows it comes once a created key has been used for all else.
    ['created-at-of-key-is-that-of-the-key-that-made-it', 20],
    // One of an empty name comes after those of ordinary names.
    ['key-of-a-blank-name-is-refused', 8],
    // To confirm a refusal, a fresh key is used.
    ['new-key-is-unknown-to-every-third-request', 8],
    // To confirm a failure, two more are made at the same time.
    ['of-keys-made-at-the-same-time-one-fails', 8],
    // A key of such a name is used among others, and another one to confirm.
    ['key-with-an-accent-in-its-name-is-refused', 60],
    ['key-with-a-long-name-is-refused', 60],
    // The name comes among many.
    ['key-name-with-the-word-having-is-refused', 60],
    ['key-name-like-a-member-of-objects-is-there-already', 60],
    ['key-name-in-hexadecimal-becomes-a-number', 60],
    ['dots-in-key-names-become-hyphens', 60],
    // Another name as long, in other letters of 4 bytes, comes among many.
    ['key-names-of-one-slug-are-one', 60],
    ['key-names-in-letters-of-4-bytes-are-one', 60],
    // Its payload has the letter by chance.
    ['key-with-an-underscore-in-its-payload-is-refused', 60],
    // Another account creates one beside two of ours.
    ['keys-of-two-accounts-at-the-same-time-are-of-one-team', 20],
    ['keys-of-two-accounts-at-the-same-time-share-their-jti', 20],
    // Another account creates one once everything else has been tried.
    ['new-key-ends-those-of-another-account', 60],
  ]);

  /** Which of the requests that meet here comes last, which is chance, decides whether the defect shows. */
  const seeds = new Map<TwinName, number>([['keys-of-two-accounts-at-the-same-time-are-of-one-team', 3]]);

  /** These defects show only where open questions are asked: those come last, and again to confirm. */
  const inPassing: ReadonlySet<TwinName> = new Set<TwinName>([
    'refused-creation-echoes-a-new-key',
    'blank-key-name-is-taken-and-lost',
    'blank-key-name-is-shown-as-null',
    'key-of-a-blank-name-is-opaque',
    'refused-window-echoes-the-credential',
    'refused-update-echoes-the-credential',
  ]);

  it.each<{ name: TwinName; breaks: string; also: readonly string[]; under: Partial<Dialect> }>(own)(
    '$name fails $breaks',
    async ({ name, breaks, also, under }) => {
      const observe = inPassing.has(name);
      const createApiKeys = observe ? 60 : (moreKeys.get(name) ?? typicalBudget.createApiKeys);
      const failed = idsWith(
        'fail',
        await verdicts({
          twin: name,
          dialect: under,
          allow: { ...typicalBudget, createApiKeys },
          observe,
          seed: seeds.get(name) ?? 1,
        }),
      );
      expect(failed).toContain(breaks);
      expect(failed.filter((id) => id !== breaks && !also.includes(id))).toEqual([]);
    },
  );
});

it('KEY-01 is open where the main key is locked out for a while, whatever it asks for', async () => {
  let isShut = false;
  const { results } = await judgeSandbox({
    rules,
    gateway: async (request, pass) => {
      isShut ||= request.url.endsWith('/create-api-key');
      return isShut ? Response.json({}, { status: 403 }) : pass(request);
    },
  });
  expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(results.find(({ rule }) => rule.id === 'KEY-01')?.reason).toContain(
    'no longer answers as it did when the run began',
  );
});
