/** Compares two reports: two nights, or two targets. */
import type { Verdict } from '@outreach-api/engine';
import type { Observation } from '@outreach-api/model/records/observation';
import type { JsonReport, ReportedRule } from '../json-report.ts';
import { targetInWords } from '../target-in-words.ts';
import type { ComparedReport, Comparison, LoneRule, ObservationChange, VerdictChange } from './comparison.ts';

/** A report, and the file that it was read from. */
export interface ReportOfFile {
  readonly file: string;
  readonly report: JsonReport;
}

/**
 * Compares two reports. What may differ between two runs on one target is left out: seeds, times, numbers of requests
 * and runs, the ledger.
 *
 * Drift is what both reports contain, but with different results: a verdict that was decided both times, or an
 * observation that was determined both times. What only one of them contains (not allowed, not selected, not determined)
 * says nothing about the target.
 */
export function compareReports(before: ReportOfFile, after: ReportOfFile): Comparison {
  const rules = matched(before.report.rules, after.report.rules, ({ id }) => id);
  const questions = matched(before.report.observations, after.report.observations, keyOf);
  const verdicts = rules.both.flatMap(([one, other]) => verdictChange(one, other));
  const observations = questions.both.flatMap(([one, other]) => observationChange(one, other));
  const lone = [...rules.vanished, ...rules.appeared, ...questions.vanished, ...questions.appeared];
  return {
    before: headOf(before),
    after: headOf(after),
    drift: [...verdicts, ...observations].filter(({ drift }) => drift).length,
    differences: verdicts.length + observations.length + lone.length,
    verdicts,
    observations,
    rules: { appeared: rules.appeared.map(loneRule), vanished: rules.vanished.map(loneRule) },
    questions: { appeared: questions.appeared, vanished: questions.vanished },
  };
}

function headOf({ file, report }: ReportOfFile): ComparedReport {
  const { target, startedAt, seed, version } = report;
  return { file, baseUrl: targetInWords(target), startedAt, seed, version };
}

interface Matched<Item> {
  readonly both: readonly (readonly [before: Item, after: Item])[];
  readonly vanished: readonly Item[];
  readonly appeared: readonly Item[];
}

function matched<Item>(
  before: readonly Item[],
  after: readonly Item[],
  key: (item: Item) => string,
): Matched<Item> {
  const [ones, others] = [byKey(before, key), byKey(after, key)];
  return {
    both: [...ones].flatMap(([name, one]) => {
      const other = others.get(name);
      return other === undefined ? [] : [[one, other] as const];
    }),
    vanished: [...ones].flatMap(([name, one]) => (others.has(name) ? [] : [one])),
    appeared: [...others].flatMap(([name, other]) => (ones.has(name) ? [] : [other])),
  };
}

function byKey<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [key(item), item]));
}

function keyOf({ id, question }: Observation): string {
  return `${id} ${question}`;
}

function loneRule({ id, says, verdict }: ReportedRule): LoneRule {
  return { id, says, verdict };
}

function verdictChange(before: ReportedRule, after: ReportedRule): readonly VerdictChange[] {
  if (before.verdict === after.verdict) return [];
  const { id, says, reason } = after;
  const drift = isDecided(before.verdict) && isDecided(after.verdict);
  return [{ id, says, before: before.verdict, after: after.verdict, reason, drift }];
}

function isDecided(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'fail';
}

function observationChange(before: Observation, after: Observation): readonly ObservationChange[] {
  if (before.answer === after.answer) return [];
  const { id, question } = after;
  const drift = before.found !== false && after.found !== false;
  const changed = `${before.answer} → ${after.answer}`;
  return [{ id, question, before: before.answer, after: after.answer, changed, drift }];
}
