/** Whether a night behind a gateway that fails now and then decides what a quiet night decides. */
import type { JobResult } from './job.ts';

/** A rule that only one of two nights leaves undecided. */
interface Difference {
  readonly night: string;
  readonly rule: string;
  readonly says: string;
}

/** Nights of which both runs came, and what they decide differently. */
export interface Nights {
  readonly count: number;
  readonly differences: readonly Difference[];
}

/** Compares each night behind the gateway with the same night without it. */
export function nightsIn(results: readonly JobResult[]): Nights {
  const byName = new Map(results.map((result) => [result.job.name, result]));
  const pairs = results.flatMap((disturbed) => {
    const quiet = byName.get(`quiet-${disturbed.job.name}`);
    return quiet === undefined ? [] : [{ quiet, disturbed }];
  });
  return {
    count: pairs.length,
    differences: pairs.flatMap(({ quiet, disturbed }) =>
      Object.keys(quiet.verdicts)
        .filter((rule) => isUndecided(quiet, rule) !== isUndecided(disturbed, rule))
        .map((rule) => ({
          night: disturbed.job.name,
          rule,
          says: disturbed.reasons[rule] ?? `only the quiet night: ${quiet.reasons[rule] ?? ''}`,
        })),
    ),
  };
}

function isUndecided({ verdicts }: JobResult, rule: string): boolean {
  return (verdicts[rule] ?? 'inconclusive') === 'inconclusive';
}

/** The least share of nights that must decide what a quiet one decides. */
const leastAlike = 0.95;

function alike({ count, differences }: Nights): number {
  return count - new Set(differences.map(({ night }) => night)).size;
}

/** Whether enough nights decide what a quiet one decides. */
export function areAlike(nights: Nights): boolean {
  return alike(nights) >= leastAlike * nights.count;
}

/** How many nights decide what a quiet one decides, and a line for each rule that others do not. */
export function nightLines(nights: Nights): readonly string[] {
  if (nights.count === 0) return [];
  return [
    `${alike(nights)} of ${nights.count} nights behind a gateway that fails now and then decide what a quiet night decides`,
    ...nights.differences.map(({ night, rule, says }) => `  ${night} ${rule} ${says}`),
  ];
}
