/**
 * Which statements on servers a recording can tell of, where nothing is known of those whose requests it holds: not
 * whether a credential is good, nor whose it is, nor who else is at work.
 */
import type { StatementId } from '../generated/statements.ts';

/** How a rule reads a recording. */
export type Telling =
  /** One exchange breaks the statement, whoever asked and whatever others do. */
  | { readonly by: 'itself' }
  /** So does one page, unless the list was changed at that moment: it is to be seen twice while `total` stays. */
  | { readonly by: 'pages of one total' }
  /** One refusal of a key that was taken before and afterwards; to be seen twice, for a server may fail once. */
  | { readonly by: 'keys that stay good' }
  /** So does one reading of a profile that another reading has shown to be there. */
  | { readonly by: 'known profiles' }
  /** All keys that were made while it was recorded. */
  | { readonly by: 'keys together' }
  /** One answer, once a key was made. */
  | { readonly by: 'answers beside a key' }
  /** None of the evidence is sound here. */
  | { readonly by: 'nothing'; readonly why: string };

const itself: Telling = { by: 'itself' };
const pages: Telling = { by: 'pages of one total' };
const byOthers: Telling = {
  by: 'nothing',
  why: 'others may write to a profile between two requests, and what they do is not in a recording',
};

/** What recordings tell of, by statement. Of all others they tell nothing: those take requests made for them. */
export const whatRecordingsTell: Partial<Readonly<Record<StatementId, Telling>>> = {
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
    why: 'whose current team a credential stood for, and when, is not in a recording',
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
};

/** Why a recording tells nothing of all other statements. */
export const takesRequests = 'no recording tells it: it takes requests made for it';
