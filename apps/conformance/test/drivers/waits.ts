/** The waits of a client after 429 without `Retry-After`: drawn, and in words. */
import type { BackoffFinding } from '../../src/clients/backoff/backoff-finding.ts';
import { judgeBackoff, type BackoffEvidence } from '../../src/clients/backoff/judge-backoff.ts';
import { gapsOf } from '@outreach-api/model/backoff/retry-gap';
import { inWords } from '../../src/words/words.ts';
import type { Markup } from '@outreach-api/report/markup';
import { drawnWaits } from '@outreach-api/report/page/drawn-waits';

/** The waits of a client after 429 without `Retry-After`. */
export interface Waits {
  /** The waits of each sequence, in milliseconds. */
  readonly gaps: readonly (readonly number[])[];
  readonly drawing: Markup;
  /** The finding about them, in words. */
  readonly says: string;
}

/** The waits of the client with that name; null if it never retried. */
export function waitsOf(evidence: BackoffEvidence, name: string): Waits | null {
  const { sequences, declared } = evidence;
  const gaps = sequences.map((one) => gapsOf(one, declared?.from ?? 'end').map(({ ms }) => Math.round(ms)));
  if (gaps.flat().length === 0) return null;
  const finding = judgeBackoff(evidence);
  const broken = finding.kind === 'broken' ? finding.sequence : null;
  const drawing = drawnWaits({ sequences, declared, broken, id: `waits-${name}` });
  return { gaps, drawing, says: findingInWords(finding) };
}

function findingInWords(finding: BackoffFinding): string {
  if (finding.kind === 'broken') {
    const { expected, actual } = inWords(finding);
    return `Not exponential: expected ${expected}; ${actual}.`;
  }
  if (finding.kind === 'fits')
    return `As declared, in ${finding.retries} retries of ${finding.sequences} requests; ruled out: ${finding.excluded.join(', ')}.`;
  return `Undecided, ${finding.seen}: ${finding.why}; what would decide it: ${finding.wouldDecide}.`;
}
