import type { RecordedRequest } from '@outreach-api/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../test/simulation/simulate.ts';
import { ownPart } from '../commands/shard-option.ts';
import type { KnownDeviation } from '../deviations/known-deviation.ts';
import type { Rule } from '../engine/rule.ts';
import { judgeTarget } from '../judge-target.ts';
import { sandboxTarget } from '../../test/judge-sandbox.ts';
import { exitOf } from '../report/exit-code.ts';
import { jsonReport, type JsonReport } from '../report/json-report.ts';
import { rules } from '../catalogue/rules.ts';
import { selectRules } from '../catalogue/select-rules.ts';
import { mergeReports, type PartOfRun } from '../report/merge-reports.ts';
import { shardRules } from './shard-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const one = (): number => 1;

function partsOf(count: number, of: readonly Rule[] = rules): readonly (readonly Rule[])[] {
  return Array.from({ length: count }, (_, index) => shardRules(of, { index: index + 1, count }, byInputs));
}

/** An estimate of how much is sent, without a target. */
function byInputs(members: readonly Rule[]): number {
  const inputs = new Map(
    members.flatMap(({ trials }) => trials).map((trial) => [trial.experiment, trial.inputs(null)]),
  );
  return [...inputs.values()].reduce((total, number) => total + number, 0);
}

describe('rules are split', () => {
  it.each([1, 2, 3, 4, 8])('into %i parts: each rule is in one, each experiment in one', (count) => {
    const parts = partsOf(count);
    expect(
      parts
        .flat()
        .toSorted(byId)
        .map(({ id }) => id),
    ).toEqual(rules.toSorted(byId).map(({ id }) => id));
    expect(parts.every((part) => part.length > 0)).toBe(true);
    const experiments = parts.map(
      (part) => new Set(part.flatMap(({ trials }) => trials.map(({ experiment }) => experiment))),
    );
    const all = experiments.flatMap((names) => [...names]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('the same way each time', () => {
    expect(partsOf(4)).toEqual(partsOf(4));
  });

  it('and only the first part may change anything, or spend a budget', () => {
    for (const part of partsOf(4).slice(1)) {
      // A repeated look is not planned there.
      const trials = part.flatMap((rule) => rule.trials).filter(({ repeatsLook }) => !repeatsLook);
      const needs = new Set(trials.flatMap((trial) => trial.needs));
      expect([...needs].filter((need) => need !== 'senderProfile')).toEqual([]);
      expect(new Set(trials.map(({ phase }) => phase))).toEqual(new Set(['look']));
    }
  });

  it('and the parts that only look are about as heavy as one another', () => {
    const [, ...others] = partsOf(4).map(byInputs);
    expect(Math.max(...others) / Math.min(...others)).toBeLessThan(2);
  });

  it('where one group is selected too', () => {
    const filters = selectRules(rules, ['FILT']);
    const parts = partsOf(4, filters);
    expect(parts.flat().length).toBe(filters.length);
    expect(Math.min(...parts.map((part) => part.length))).toBeGreaterThan(0);
  });

  it('but not into more parts than can be run apart', () => {
    expect(() => shardRules(selectRules(rules, ['KEY']), { index: 2, count: 2 }, one)).toThrow(
      '--shard 2/2: the rules can be run apart in 1 parts and no more; use --shard 1/1',
    );
  });
});

interface Sharded {
  readonly whole: JsonReport;
  readonly parts: readonly PartOfRun[];
  readonly record: readonly RecordedRequest[];
}

const budgets = { createApiKeys: 10, deliveries: 30, flood: 0 };

describe('parts of a run', () => {
  let sharded: Sharded;

  beforeAll(async () => {
    sharded = await simulate({ seed: 7 }, async ({ sandbox, network, url }) => {
      const target = sandboxTarget(sandbox, url, budgets);
      const options = { seed: 7, runs: null, path: null, network };
      const parts: PartOfRun[] = [];
      for (const index of [1, 2, 3, 4]) {
        const shard = { index, count: 4 };
        const own = ownPart(rules, target, shard);
        const run = await judgeTarget(own.target, { ...options, rules: own.rules, observe: own.observes });
        parts.push({ file: `part-${index}.json`, report: jsonReport(run, '', { shard, now }) });
      }
      const record = [...sandbox.record];
      const run = await judgeTarget(target, { ...options, rules, observe: true });
      return { whole: jsonReport(run, '', { now }), parts, record };
    });
  });

  it('make one whole: the same verdicts, the same observations, one exit code', () => {
    const merged = mergeReports(sharded.parts, null, now);
    const verdicts = ({ rules: all }: JsonReport) => all.map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts(merged)).toEqual(verdicts(sharded.whole));
    expect(merged.observations).toEqual(sharded.whole.observations);
    expect(merged).toMatchObject({ shard: null, verdict: 'pass', counts: sharded.whole.counts });
    expect(exitOf(merged)).toEqual({ code: 0, why: null });
  });

  it('spend the budgets of one run, in one part, which alone observes', () => {
    expect(sharded.record.filter(({ effect }) => effect === 'created').length).toBeLessThanOrEqual(10);
    expect(sharded.record.filter(({ effect }) => effect === 'delivered').length).toBeLessThanOrEqual(30);
    for (const { report } of sharded.parts.slice(1)) {
      expect(
        report.ledger.filter(({ action }) => action !== 'made webhook' && action !== 'made sender profile'),
      ).toEqual([]);
      expect(report.observations).toEqual([]);
    }
  });

  it('of which nothing could be decided do not fail alone: the whole is looked at when they are joined', () => {
    const [first] = sharded.parts;
    const undecided = first?.report.rules.map((rule) => ({ ...rule, verdict: 'skipped' as const })) ?? [];
    const counts = { pass: 0, fail: 0, inconclusive: 0, skipped: undecided.length };
    const report = { ...sharded.whole, counts, rules: undecided };
    expect(exitOf({ ...report, shard: { index: 1, count: 1 } }).code).toBe(0);
    const merged = mergeReports(
      [{ file: 'a', report: { ...report, shard: { index: 1, count: 1 } } }],
      null,
      now,
    );
    expect(exitOf(merged)).toEqual({ code: 2, why: 'not one rule was decided' });
  });

  it('are refused where one is missing, there twice, or of another run', () => {
    const [a, b, c, d] = sharded.parts;
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('no parts');
    const merging =
      (...parts: readonly PartOfRun[]) =>
      () =>
        mergeReports(parts, null, now);
    expect(merging(a, b, d)).toThrow('merge: the report of part 3/4 is missing');
    expect(merging(a, b, c, d, { ...d, file: 'again.json' })).toThrow(
      'merge: part 4/4 is there twice: part-4.json and again.json',
    );
    const whole = { file: 'whole.json', report: sharded.whole };
    expect(merging(a, b, c, d, whole)).toThrow(/not the parts of one run: .*whole\.json is a whole run/);
    expect(merging(whole, whole)).toThrow(/merge: AUTH-01 is in whole\.json twice/);
    const elsewhere = { ...d, report: { ...d.report, target: { baseUrl: 'http://elsewhere' } } };
    expect(merging(a, b, c, elsewhere)).toThrow(/part-1\.json and part-4\.json are of different targets/);
    const newer = { ...d, report: { ...d.report, version: '9.9.9' } };
    expect(merging(a, b, c, newer)).toThrow(/different versions of the suite/);
  });

  it('are judged by known deviations as a whole: an entry for a rule of another part is looked at', () => {
    const [first, ...others] = sharded.parts;
    if (first === undefined) throw new Error('no parts');
    const entry: KnownDeviation = { rule: 'PAGE-06', reason: 'r', owner: 'o', until: '2026-12-31' };
    const judged = { ...entry, state: 'not run' as const, red: false, says: '' };
    const parts = [{ ...first, report: { ...first.report, deviations: [judged] } }, ...others];
    const merged = mergeReports(parts, null, now);
    expect(merged.deviations).toMatchObject([{ rule: 'PAGE-06', state: 'kept', red: true }]);
    expect(exitOf(merged).code).toBe(1);
    expect(mergeReports(parts, [], now).deviations).toEqual([]);
  });
});

function byId(a: Rule, b: Rule): number {
  return a.id.localeCompare(b.id);
}
