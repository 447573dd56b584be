/** Judges what becomes of a limit above the largest that every target takes (Pagination). */
import type { PaginationBreaches as Breaches } from '../../rules/breaches/pagination.ts';
import { held, judging, type Judgement } from '../../rules/judgement.ts';
import { alwaysAcceptedLimit } from '@outreach-api/model/records/page';

const { holds } = judging<Breaches>();

/** What a limit beyond this does is open: it may be taken for a huge one. */
const largestJudged = 100;

/**
 * Holds if a larger limit is honoured or clamped: no maximum is below the limit that is always taken, and none makes a
 * page larger than requested.
 */
export function isNoSmaller(shown: number, asked: number | null): Judgement<Breaches> {
  if (asked === null || asked <= alwaysAcceptedLimit || asked > largestJudged) return held;
  return holds(shown >= alwaysAcceptedLimit && shown <= asked, 'limit-out-of-range', {
    asked,
    least: alwaysAcceptedLimit,
    shown,
  });
}
