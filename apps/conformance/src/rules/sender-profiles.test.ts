import { twins, type Dialect } from '@outreach-api/sandbox';
import { describe, expect, it } from 'vitest';
import type { RuleResult } from '../engine/verdict.ts';
import { judgeSandbox } from '../proof/judge-sandbox.ts';
import * as deletion from './delete-a-sender-profile.ts';
import * as reading from './get-a-sender-profile.ts';
import * as updating from './update-a-sender-profile.ts';

const rules = [...Object.values(reading), ...Object.values(updating), ...Object.values(deletion)];

function told({ rule, verdict, reason, breach, fault }: RuleResult): string {
  const broken = breach === null ? '' : `: ${breach.actual}, not ${breach.expected}`;
  return `${rule.id} ${verdict}${reason === null ? '' : ` (${reason})`}${broken}${fault === undefined ? '' : String(fault)}`;
}

const allPass = rules.map(({ id }) => `${id} pass`);

describe('the rules of sender profiles', () => {
  const dialects: readonly (readonly [string, Partial<Dialect>])[] = [
    ['the default', {}],
    ['202 for updates and deletions', { successStatusOfUpdate: '202', successStatusOfDelete: '202' }],
    ['202, omitted fields cleared', { successStatusOfUpdate: '202', omittedOnUpdate: 'cleared', updatedAt: 'never' }],
    ['omitted fields cleared, whole seconds', { omittedOnUpdate: 'cleared', dateFormat: 'seconds' }],
    ['upper-case uuids, Python dates', { uuidCase: 'upper', dateFormat: 'utc-offset', updatedAt: 'on-change' }],
    ['short names only, white space refused', { longText: 'to-50', nameTrimming: 'refused', labelNull: 'refused' }],
    ['white space trimmed, null label ignored', { nameTrimming: 'trimmed', labelNull: 'ignored', longText: 'any' }],
    ['unknown is 500, deletions confirmed twice', { notFoundStatus: '500', deleteTwice: 'confirmed', otherAccountStatus: '401' }],
    ['unknown is 403 like a success', { notFoundStatus: '403', errorBody: 'like-success', malformedUuidStatus: '422' }],
    ['escaped and zipped', { jsonText: 'escaped', compression: 'gzip', transfer: 'chunked', connection: 'close' }],
    ['with schedule and further fields', { scheduleShown: 'shown', furtherFields: 'some', profileStatus: 'various', dateFormat: 'offset' }],
  ];

  it.each(dialects)('pass on a conforming target: %s', async (_name, dialect) => {
    const run = await judgeSandbox({ rules, dialect });
    expect(run.results.map(told)).toEqual(allPass);
    expect(run.ledger.filter(({ undone }) => !undone)).toEqual([]);
  });

  const broken = twins.filter(({ breaks }) => breaks.startsWith('PROF-'));
  it.each(broken.map(({ name, breaks, also }) => [name, breaks, also] as const))('%s breaks %s', async (twin, breaks, also) => {
    const run = await judgeSandbox({ rules, twin });
    const failed = run.results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
    expect(failed, run.results.map(told).join('\n')).toContain(breaks);
    expect(failed.filter((id) => id !== breaks && !also.some((other) => other === id))).toEqual([]);
  });

  it('send nothing but readings where nothing is allowed', async () => {
    const allow = { createApiKeys: 0, deliveries: 0, updates: false, deletes: false };
    const run = await judgeSandbox({ rules, allow });
    expect(new Set(run.record.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(run.results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule.id)).toEqual(['PROF-01', 'PROF-02', 'PROF-03']);
    expect(run.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});
