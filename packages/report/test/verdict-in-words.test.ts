/** The verdict in words never says more than what was decided. */
import { expect, it } from 'vitest';
import { reportHolding } from './report-holding.ts';
import type { JsonReport } from '../src/json-report.ts';
import { verdictInWords } from '../src/verdict-in-words.ts';

/** A report with this many rules of each verdict. */
function reportOf(verdicts: readonly ('pass' | 'fail' | 'inconclusive' | 'skipped')[]): JsonReport {
  const base = reportHolding('x');
  const rules = verdicts.flatMap((verdict) => base.rules.find((rule) => rule.verdict === verdict) ?? []);
  const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  const counts = {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
  };
  return { ...base, verdict: counts.fail > 0 ? 'fail' : 'pass', rules, counts, deviations: [], unlisted: [] };
}

const [known, expired] = reportHolding('x').deviations;

it.each<[string, JsonReport, string, string]>([
  ['all hold', reportOf(['pass', 'pass']), 'holds', 'It conforms to the description. 2 of 2 rules hold.'],
  [
    'some undecided',
    reportOf(['pass', 'inconclusive', 'skipped']),
    'partly',
    'No breach was found. 1 of 3 rules hold. 1 of 3 statements judged, 2 not: 1 could not be decided on this target’s data, 1 needs what the owner did not allow or provide.',
  ],
  ['a breach', reportOf(['pass', 'fail']), 'broken', '1 statement is broken. 1 of 2 rules hold.'],
  [
    'nothing decided',
    reportOf(['skipped']),
    'undecided',
    'Not one rule was decided. 0 of 1 rule holds. 0 of 1 statements judged, 1 not: 1 needs what the owner did not allow or provide.',
  ],
  [
    'stopped by a person',
    { ...reportOf(['pass']), stopped: true },
    'undecided',
    'Stopped before the end. 1 of 1 rule holds.',
  ],
  [
    'time up',
    { ...reportOf(['pass']), cutShort: 'the time was up' },
    'undecided',
    'Stopped before the end. 1 of 1 rule holds. Stopped: the time was up.',
  ],
  [
    'a fault of the suite',
    { ...reportOf(['pass']), rules: reportOf(['pass']).rules.map((rule) => ({ ...rule, fault: true })) },
    'undecided',
    'The suite itself failed. 1 of 1 rule holds.',
  ],
  [
    'a breach that is known',
    {
      ...reportOf(['pass', 'fail']),
      verdict: 'pass',
      deviations: known === undefined ? [] : [{ ...known, rule: 'PAGE-06' }],
    },
    'partly',
    'Only known breaches. 1 of 2 rules hold. 1 breach is known and accepted.',
  ],
  [
    'undecided, and not listed as such',
    { ...reportOf(['pass', 'inconclusive']), unlisted: reportHolding('x').unlisted ?? [] },
    'undecided',
    'Something is undecided and not listed as such. 1 of 2 rules hold. 1 of 2 statements judged, 1 not: 1 could not be decided on this target’s data. 1 rule must be decided or listed among the known deviations.',
  ],
  [
    'an entry that is out of date',
    { ...reportOf(['pass']), verdict: 'fail', deviations: expired === undefined ? [] : [expired] },
    'broken',
    'The list of known deviations is out of date. 1 of 1 rule holds. 1 known deviation needs attention.',
  ],
])('%s', (_, report, kind, says) => {
  const words = verdictInWords(report);
  expect([words.kind, `${words.headline}. ${words.explanation}`]).toEqual([kind, says]);
});
