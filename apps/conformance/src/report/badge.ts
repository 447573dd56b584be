/** A report as a badge. */
import { makeBadge } from 'badge-maker';
import type { JsonReport } from './json-report.ts';
import { verdictInWords } from './verdict-in-words.ts';

const colours = { broken: '#b52c2c', undecided: '#8a6100', partly: '#2a6f97', holds: '#2b7a3d' } as const;

/** The counts as an SVG badge with an accessible title: `61 pass · 0 fail · 3 undecided`. */
export function badgeSvg(report: JsonReport): string {
  const { pass, fail, inconclusive, skipped } = report.counts;
  return `${makeBadge({
    label: 'outreach conformance',
    message: `${pass} pass · ${fail} fail · ${inconclusive + skipped} undecided`,
    labelColor: '#40454d',
    color: colours[verdictInWords(report).kind],
  })}\n`;
}
