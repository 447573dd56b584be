/** How a verdict looks: a word and a sign, never a colour alone. */
import type { Verdict } from '@outreach-api/engine';
import { markup, type Markup } from '../markup.ts';

/** A sign for each verdict. */
export const verdictSigns: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✕',
  inconclusive: '?',
  skipped: '–',
};

/**
 * A verdict as a small label.
 *
 * @param isKnown - whether a breach is listed as a known deviation and accepted
 */
export function verdictMark(verdict: Verdict, isKnown: boolean): Markup {
  const word = isKnown ? `${verdict}, known` : verdict;
  return markup`<span class="mark ${verdict}"><span aria-hidden="true">${verdictSigns[verdict]}</span> ${word}</span>`;
}
