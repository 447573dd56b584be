import type { TwinName } from '@outreach-api/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../run.ts';
import { judgeSandbox } from '../../test/judge-sandbox.ts';
import { exitOf } from '../report/exit-code.ts';
import { jsonReport, type JsonReport } from '../report/json-report.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { fingerprintOf } from './breach-fingerprint.ts';
import { deviationText } from '../report/deviation-text.ts';
import type { KnownDeviation } from './known-deviation.ts';

const now = new Date('2026-11-21T23:30:00Z');

function listed(rule: string, more: Partial<KnownDeviation> = {}): KnownDeviation {
  return { rule, reason: 'the service of 2019', owner: 'team lists', until: '2026-12-31', ...more };
}

function reportOf(run: Run, ...knownDeviations: readonly KnownDeviation[]): JsonReport {
  return jsonReport(run, 'outreach-conformance server', { knownDeviations, now });
}

async function reportOn(
  twin: TwinName,
  rule: string,
  seed: number,
  ...knownDeviations: readonly KnownDeviation[]
): Promise<JsonReport> {
  const run = await judgeSandbox({ twin, seed, rules: selectRules(rules, [rule]) });
  return reportOf(run, ...knownDeviations);
}

function pinOf({ rules: reported }: JsonReport, rule: string): string {
  return reported.find(({ id }) => id === rule)?.breach?.fingerprint ?? '';
}

describe('an entry that pins a breach', () => {
  /** Of a sandbox whose default page size is 10. */
  let run: Run;

  beforeAll(async () => {
    run = await judgeSandbox({ twin: 'default-limit-is-10', rules: selectRules(rules, ['PAGE-01']) });
  });

  it.for<readonly [string, TwinName, TwinName]>([
    ['AUTH-01', 'anyone-may-delete', 'anyone-may-list'],
    ['PROF-04', 'names-lose-their-accents', 'update-of-one-field-is-refused'],
  ])('accepts that breach of %s on every run, and no other', async ([rule, known, other]) => {
    const pinned = listed(rule, { breach: pinOf(await reportOn(known, rule, 1), rule) });
    const again = await reportOn(known, rule, 2, pinned);
    expect(again.deviations).toMatchObject([{ rule, state: 'broken', red: false }]);
    expect(again.verdict).toBe('pass');

    const otherwise = await reportOn(other, rule, 2, pinned);
    expect(otherwise.deviations).toMatchObject([{ rule, state: 'otherwise', red: false }]);
    expect(otherwise.verdict).toBe('fail');
    expect(exitOf(otherwise).code).toBe(1);
    expect(deviationText(otherwise, 'known.json')).toContain(
      `{"rule":"${rule}","breach":${JSON.stringify(pinOf(otherwise, rule))}`,
    );
    const both = await reportOn(other, rule, 3, pinned, listed(rule, { breach: pinOf(otherwise, rule) }));
    expect(both.deviations.map(({ state }) => state)).toEqual(['otherwise', 'broken']);
  });

  it('may name the experiment alone, or what a report says, values and all', () => {
    for (const breach of ['page-window', "the envelope's `limit` is 10"])
      expect(reportOf(run, listed('PAGE-01', { breach })).deviations).toMatchObject([{ state: 'broken' }]);
    expect(reportOf(run, listed('PAGE-01', { breach: 'refused with 500' }))).toMatchObject({
      verdict: 'fail',
      deviations: [{ state: 'otherwise', red: false }],
    });
  });

  it('is suggested where any breach of the rule is accepted', () => {
    const report = reportOf(run, listed('PAGE-01'));
    const pin = pinOf(report, 'PAGE-01');
    expect(pin).toContain('page-window: expected');
    expect(report.deviations).toMatchObject([{ state: 'broken', pin }]);
    expect(deviationText(report, 'known.json')).toContain(`add "breach": ${JSON.stringify(pin)}`);
    expect(deviationText(reportOf(run, listed('PAGE-01', { breach: pin })), 'known.json')).not.toContain(
      'add ',
    );
  });

  it('does not depend on values, and does on statuses and fields', () => {
    const path = 'filter-array:4:0';
    const one = {
      path,
      expected: 'the filter {"uuid":["00dffcf3-995d-47ca-89af-2a2bab76b251","a"]} gives the 2 of 47 records',
      actual: '1 records, e.g. {"id":"x","label":null,"at":"2026-11-23T05:48:36.000Z"}',
    };
    const sameAgain = {
      path: 'filter-array:9',
      expected: 'the filter {"uuid":["fd1d29b8-a9f1-4515-8680-167689d0a1cf"]} gives the 3 of 9 records',
      actual: '12 records, e.g. {"id":"it\\"s","label":"y","at":null}',
    };
    expect(fingerprintOf(sameAgain)).toBe(fingerprintOf(one));
    expect(fingerprintOf({ ...one, expected: one.expected.replace('uuid', 'name') })).not.toBe(
      fingerprintOf(one),
    );
    const refused = { path, expected: 'an update is taken', actual: 'refused with 422' };
    expect(fingerprintOf(refused)).toContain('refused with 422');
  });
});
