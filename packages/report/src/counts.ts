/** How many rules ended in each verdict. */
import type { Verdict } from '@outreach-api/engine';

/** How many rules ended in each verdict. */
export type Counts = Readonly<Record<Verdict, number>>;

/** Counts verdicts. */
export function countsOf(results: readonly { readonly verdict: Verdict }[]): Counts {
  const counts = { pass: 0, fail: 0, inconclusive: 0, skipped: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** The one line that always says all four counts: `61 pass, 0 fail, 3 inconclusive, 5 skipped`. */
export function countsLine(counts: Counts): string {
  return `${counts.pass} pass, ${counts.fail} fail, ${counts.inconclusive} inconclusive, ${counts.skipped} skipped`;
}
