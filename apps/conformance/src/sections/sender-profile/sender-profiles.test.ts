import { twins, type Dialect, type TwinName } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { WordedResult } from '../../words/result-words.ts';
import { judgeTarget } from '../../judge-target.ts';
import { simulate } from '../../../test/simulation/simulate.ts';
import { judgeSandbox } from '../../../test/judge-sandbox.ts';
import { isRecord } from '@outreach-api/model/records/is-record';
import { completeTarget } from '../../target/target.ts';
import { rulesNamed } from '../../../test/rules-named.ts';

const rules = rulesNamed('PROF');

function worded({ rule, verdict, reason, breach }: WordedResult): string {
  const broken = breach === null ? '' : `: ${breach.actual}, not ${breach.expected}`;
  return `${rule.id} ${verdict}${reason === null ? '' : ` (${reason})`}${broken}`;
}

const allPass = rules.map(({ id }) => `${id} pass`);

/** A status that changes by itself this often, as during synchronisation of a mailbox. */
async function restless(response: Response, everyMs: number): Promise<Response> {
  const body: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null;
  if (!isRecord(body) || !('status' in body)) return response;
  const status = Math.floor(Date.now() / everyMs) % 2 === 0 ? 'enabled' : 'synchronising';
  return Response.json({ ...body, status }, { status: response.status });
}

describe.concurrent('the rules of sender profiles', () => {
  const dialects: readonly (readonly [string, Partial<Dialect>])[] = [
    ['the default', {}],
    [
      '202, omitted fields cleared',
      {
        successStatusOfUpdate: '202',
        successStatusOfDelete: '202',
        omittedOnUpdate: 'cleared',
        updatedAt: 'never',
      },
    ],
    ['omitted fields cleared, whole seconds', { omittedOnUpdate: 'cleared', dateFormat: 'seconds' }],
    [
      'upper-case uuids, Python dates',
      { uuidCase: 'upper', dateFormat: 'utc-offset', updatedAt: 'on-change' },
    ],
    [
      'short names only, white space refused',
      { longText: 'to-50', nameTrimming: 'refused', labelNull: 'refused' },
    ],
    [
      'white space trimmed, null label ignored',
      { nameTrimming: 'trimmed', labelNull: 'ignored', longText: 'any' },
    ],
    [
      'unknown is 500, deletions confirmed twice',
      { notFoundStatus: '500', deleteTwice: 'confirmed', otherAccountStatus: '401' },
    ],
    [
      'unknown is 403 like a success',
      { notFoundStatus: '403', errorBody: 'like-success', malformedUuidStatus: '422' },
    ],
    [
      'escaped and zipped',
      { jsonText: 'escaped', compression: 'gzip', transfer: 'chunked', connection: 'close' },
    ],
    [
      'with schedule and further fields',
      { scheduleShown: 'shown', furtherFields: 'some', profileStatus: 'various', dateFormat: 'offset' },
    ],
  ];

  it.each(dialects)('pass on a conforming target: %s', async (_name, dialect) => {
    const run = await judgeSandbox({ rules, dialect });
    expect(run.results.map(worded)).toEqual(allPass);
    expect(run.ledger.filter(({ undone }) => !undone)).toEqual([]);
  });

  // The proof of the whole suite judges the others.
  const subtle: readonly TwinName[] = [
    'profile-lacks-null-fields',
    'uuid-of-profile-ends-in-0',
    'third-read-clears-the-label',
    'update-of-one-field-is-refused',
    'names-over-32-are-cut',
    'second-of-two-updates-is-not-stored',
    'names-are-stored-without-their-last-letter-past-40',
    'update-gives-the-profile-another-team',
    'updated-at-goes-back-by-a-second',
    'update-moves-updated-at-of-the-others',
    'deleted-profile-can-be-updated',
    'delete-of-profile-clears-the-labels-of-others',
    'update-of-an-unknown-profile-is-confirmed',
    'update-is-torn-before-the-label',
    'label-of-another-profile-is-refused',
    'texts-with-the-word-on-are-refused',
  ];
  const broken = twins.filter(({ name }) => subtle.includes(name));
  it.each(broken.map(({ name, breaks, also }) => [name, breaks, also] as const))(
    '%s breaks %s',
    async (twin, breaks, also) => {
      const run = await judgeSandbox({ rules, twin });
      const failed = run.results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
      expect(failed).toContain(breaks);
      expect(failed.filter((id) => id !== breaks && !also.some((other) => other === id))).toEqual([]);
    },
  );

  it.each([300, 700])('never fail where profiles change by themselves each %i ms', async (everyMs) => {
    const run = await judgeSandbox({
      rules,
      seed: 3,
      gateway: async (request, pass) => restless(await pass(request), everyMs),
    });
    expect(run.results.filter(({ verdict }) => verdict === 'fail').map(worded)).toEqual([]);
    expect(run.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(6);
  });

  it('decide everything with one profile to update and one to delete', async () => {
    const dialect = { deleteTwice: 'confirmed' } as const;
    await simulate({ seed: 2, sandbox: { dialect } }, async ({ sandbox, network, url }) => {
      const [account] = sandbox.accounts;
      const [one = '', other = ''] = account.senderProfiles();
      const target = completeTarget({
        baseUrl: url,
        token: account.token,
        fixtures: { senderProfiles: [one], disposableSenderProfiles: [other] },
        allow: { updates: true, deletes: true },
      });
      const before = sandbox.snapshot();
      const run = await judgeTarget(target, { rules, seed: 2, runs: null, path: null, network });
      expect(run.results.map(worded)).toEqual(allPass);
      expect(account.senderProfiles()).not.toContain(other);
      const texts = ({ senderProfiles }: typeof before): unknown =>
        senderProfiles
          .filter(({ uuid }) => uuid !== other)
          .map(({ uuid, firstName, lastName, label }) => [uuid, firstName, lastName, label]);
      expect(texts(sandbox.snapshot())).toEqual(texts(before));
    });
  });

  it('send nothing but readings where nothing is allowed', async () => {
    const allow = { createApiKeys: 0, deliveries: 0, updates: false, deletes: false };
    const run = await judgeSandbox({ rules, allow });
    expect(new Set(run.record.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(run.results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule.id)).toEqual([
      'PROF-01',
      'PROF-02',
      'PROF-03',
    ]);
    expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});
