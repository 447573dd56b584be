/** Something that the description leaves open, and how a target handles it. Never a breach. */

/** The statements that are open. */
export type OpenStatementId = 'PAGE-90' | 'FILT-90' | 'KEY-90' | 'HOOK-90' | 'PROF-90' | 'RATE-90' | 'CLI-90';

/** What was determined. */
export interface Observation {
  readonly id: OpenStatementId;
  readonly question: string;
  /** In plain words; the same in every run on an unchanged target. */
  readonly answer: string;
  /** Set if it could not be determined: the answer says why. */
  readonly found?: false;
}
