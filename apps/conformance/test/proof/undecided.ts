/** What runs on conforming sandboxes leave undecided, by disturbance and by rule. */
import { isConforming, type JobResult } from './job.ts';

/** How often a rule was undecided under one disturbance. */
export interface Undecided {
  readonly disturbance: string;
  readonly rule: string;
  readonly times: number;
  /** Out of this many runs under this disturbance in which it was tried. */
  readonly runs: number;
}

/** How often each rule was inconclusive on conforming sandboxes, by disturbance; rules that never were are left out. */
export function undecidedIn(results: readonly JobResult[]): readonly Undecided[] {
  const sound = results.filter(
    ({ job, fault }) => isConforming(job) && job.maxRequests === null && fault === null,
  );
  return [...Map.groupBy(sound, ({ job }) => job.disturbance)].flatMap(([disturbance, runs]) => {
    const rules = new Set(runs.flatMap(({ verdicts }) => Object.keys(verdicts)));
    return [...rules].toSorted().flatMap((rule) => {
      const tried = runs.filter(({ verdicts }) => (verdicts[rule] ?? 'skipped') !== 'skipped');
      const times = tried.filter(({ verdicts }) => verdicts[rule] === 'inconclusive').length;
      return times === 0 ? [] : [{ disturbance, rule, times, runs: tried.length }];
    });
  });
}

/** A line for each disturbance: the share of undecided verdicts, and the rules that are undecided most often. */
export function undecidedLines(results: readonly JobResult[], mostNamed = 12): readonly string[] {
  const undecided = undecidedIn(results);
  const sound = results.filter(
    ({ job, fault }) => isConforming(job) && job.maxRequests === null && fault === null,
  );
  return [...Map.groupBy(sound, ({ job }) => job.disturbance)].map(([disturbance, runs]) => {
    const all = runs.flatMap(({ verdicts }) => Object.values(verdicts)).filter((one) => one !== 'skipped');
    const open = all.filter((one) => one === 'inconclusive').length;
    const named = undecided
      .filter((one) => one.disturbance === disturbance)
      .toSorted((one, other) => other.times / other.runs - one.times / one.runs)
      .slice(0, mostNamed)
      .map(({ rule, times, runs: tried }) => `${rule} ${times}/${tried}`);
    return `  ${disturbance}, ${runs.length} runs: ${open} of ${all.length} undecided (${share(open, all.length)}): ${named.join(', ')}`;
  });
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;
}
