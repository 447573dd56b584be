import { createHash } from 'node:crypto';
import { twins, type TwinName } from '@outreach-api/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../run.ts';
import { judgeSandbox } from '../../test/judge-sandbox.ts';
import { pinnedNights } from '../../test/pinned-nights.ts';
import { exitOf } from '@outreach-api/report/exit-code';
import { jsonReport } from '../report/json-report.ts';
import type { JsonReport } from '@outreach-api/report/json-report';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { deviationText } from '@outreach-api/report/deviation-text';
import type { KnownDeviation } from '@outreach-api/report/deviations/known-deviation';

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
  return reported.find(({ id }) => id === rule)?.breach?.identity ?? '';
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

  it.each(['page-window', 'default-limit', "the envelope's `limit` is 10", 'page-window: expected …'])(
    'in another form, as in %j, is outdated, and says what to put in its place',
    (breach) => {
      const report = reportOf(run, listed('PAGE-01', { breach }));
      const [entry] = report.deviations;
      expect(entry).toMatchObject({ state: 'outdated', red: true });
      expect(entry?.says).toContain('replace its `breach` with "page-window/default-limit"');
      expect(report.verdict).toBe('fail');
    },
  );

  it('is suggested where any breach of the rule is accepted', () => {
    const report = reportOf(run, listed('PAGE-01'));
    const pin = pinOf(report, 'PAGE-01');
    expect(pin).toBe('page-window/default-limit');
    expect(report.deviations).toMatchObject([{ state: 'broken', pin }]);
    expect(deviationText(report, 'known.json')).toContain(`add "breach": ${JSON.stringify(pin)}`);
    expect(deviationText(reportOf(run, listed('PAGE-01', { breach: pin })), 'known.json')).not.toContain(
      'add ',
    );
  });
});

/** One twin in 40, whichever others there are; the proof judges every one. */
const isSampled = (name: string): boolean =>
  createHash('sha256').update(name).digest().readUInt32BE() % 40 === 0;

const sampled = twins.filter(({ breaks, name }) => /^TEST-0[24]$/.test(breaks) || isSampled(name));

it.for(sampled)('the entry of one night matches the breach of $name on the next', async (twin) => {
  const { matched, missed } = await pinnedNights(twin);
  expect(missed).toEqual([]);
  expect(matched).toContain(twin.breaks);
});
