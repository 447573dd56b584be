/**
 * Which statements on servers a recording can decide. Nothing is known about its clients: not whether a credential is
 * valid, nor whose it is, nor which other clients are active.
 */
import type { StatementId } from '@outreach-api/model/generated/statements';

/** How a rule reads a recording. */
export type RecordingUse =
  /** One exchange breaks the statement, whoever sent it and whatever other clients do. */
  | { readonly by: 'itself' }
  /** So does one page, unless the list changed at that moment: it must be seen twice while `total` stays the same. */
  | { readonly by: 'pages of one total' }
  /**
   * One refusal of a key that was accepted before and afterwards; it must be seen twice, since a server may fail once.
   */
  | { readonly by: 'keys that stay good' }
  /** So does one read of a profile that another read has shown to exist. */
  | { readonly by: 'known profiles' }
  /** All keys that were created during the recording. */
  | { readonly by: 'keys together' }
  /** One answer, once a key has been created. */
  | { readonly by: 'answers beside a key' }
  /** None of the evidence is sound here. */
  | { readonly by: 'nothing'; readonly why: string };

const itself: RecordingUse = { by: 'itself' };
const pages: RecordingUse = { by: 'pages of one total' };
const byOthers: RecordingUse = {
  by: 'nothing',
  why: 'other clients may write to a profile between two requests, and a recording does not show that',
};

/** What recordings decide, by statement. They decide no others: those need requests made for them. */
export const recordingUses: Partial<Readonly<Record<StatementId, RecordingUse>>> = {
  'AUTH-01': itself,
  'TEAM-02': { by: 'nothing', why: 'a recording does not show whose account a credential is of' },
  'PAGE-01': itself,
  'PAGE-02': itself,
  'PAGE-03': itself,
  'PAGE-04': itself,
  'PAGE-05': pages,
  'PAGE-06': pages,
  'PAGE-10': pages,
  'KEY-01': itself,
  'KEY-02': itself,
  'KEY-03': itself,
  'KEY-04': itself,
  'KEY-05': itself,
  'KEY-06': itself,
  'KEY-07': { by: 'keys together' },
  'KEY-08': { by: 'answers beside a key' },
  'KEY-09': itself,
  'KEY-10': {
    by: 'nothing',
    why: 'a recording does not show the current team of a credential at each time',
  },
  'HOOK-01': itself,
  'HOOK-03': itself,
  'TEST-01': { by: 'keys that stay good' },
  'TEST-05': itself,
  'PROF-01': itself,
  'PROF-02': { by: 'known profiles' },
  'PROF-04': byOthers,
  'PROF-05': byOthers,
  'PROF-06': byOthers,
  'PROF-07': itself,
  'PROF-11': byOthers,
};

/** Why a recording decides none of the other statements. */
export const takesRequests = 'no recording decides it: it needs requests made for it';
