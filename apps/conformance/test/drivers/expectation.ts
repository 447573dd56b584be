/** The expected verdicts of each client (`expected.json`), and how a run differs from them. */
import { readFileSync } from 'node:fs';
import type { Verdict } from '@outreach-api/engine';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Judged } from './judging.ts';
import { whyOf } from './table.ts';

/** A verdict other than pass, and why it is right. */
export interface Expectation {
  readonly verdict: Verdict;
  readonly because: string;
}

/** By the name of the driver and the id of the rule; rules that are not named are expected to pass. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, Expectation>>>>;

/** Reads the expectations from their file. @throws TypeError if they have the wrong form */
export function readExpectations(): Expectations {
  const value: unknown = JSON.parse(readFileSync(new URL('./expected.json', import.meta.url), 'utf8'));
  if (!isExpectations(value)) throw new TypeError('expected.json holds something that is not an expectation');
  return value;
}

/** The verdicts that differ from what is expected, in words; empty if none do. */
export function differencesOf({ driver, report, fault }: Judged, all: Expectations): readonly string[] {
  if (report === null) return [`${driver.name}: not judged: ${fault ?? ''}`];
  const expected = all[driver.name] ?? {};
  const unknown = Object.keys(expected).filter((id) => report.rules.every((rule) => rule.id !== id));
  return [
    ...report.rules.flatMap(({ id, verdict, reason, breach }) => {
      const wanted = expected[id] ?? { verdict: 'pass', because: 'no other verdict is expected' };
      if (verdict === wanted.verdict) return [];
      const why = whyOf({ breach, reason });
      return [`${driver.name}: ${id} is ${verdict} (${why}), not ${wanted.verdict} (${wanted.because})`];
    }),
    ...unknown.map((id) => `${driver.name}: ${id} is expected, but is not a rule of the run`),
  ];
}

/** Whether a verdict is unexpectedly undecided: on a busy machine another run may decide it. */
export function isUndecided({ driver, report }: Judged, all: Expectations): boolean {
  const expected = all[driver.name] ?? {};
  return (report?.rules ?? []).some(
    ({ id, verdict }) => verdict === 'inconclusive' && expected[id]?.verdict !== 'inconclusive',
  );
}

function isExpectations(value: unknown): value is Expectations {
  return (
    isRecord(value) &&
    Object.values(value).every((rules) => isRecord(rules) && Object.values(rules).every(isExpectation))
  );
}

const verdicts: readonly unknown[] = ['pass', 'fail', 'inconclusive', 'skipped'] satisfies Verdict[];

function isExpectation(value: unknown): value is Expectation {
  return isRecord(value) && verdicts.includes(value['verdict']) && typeof value['because'] === 'string';
}
