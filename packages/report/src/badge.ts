/** A report as a badge. */
import type { JsonReport } from './json-report.ts';
import { markup, type Markup } from './markup.ts';
import { verdictInWords } from './verdict-in-words.ts';

const colours = { broken: '#b52c2c', undecided: '#8a6100', partly: '#2a6f97', holds: '#2b7a3d' } as const;

/** In pixels. `textLength` makes the text as wide as this estimate, whatever font the reader has. */
const characterWidth = 6.5;
const padding = 6;

/** The counts as an SVG badge with an accessible title: `61 pass · 0 fail · 3 undecided`. */
export function badgeSvg(report: JsonReport): string {
  const { pass, fail, inconclusive, skipped } = report.counts;
  const label = 'outreach conformance';
  const message = `${pass} pass · ${fail} fail · ${inconclusive + skipped} undecided`;
  const [left, right] = [widthOf(label), widthOf(message)];
  const title = `${label}: ${message}`;
  return `${
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}"><title>${title}</title>
<rect width="${left}" height="20" fill="#40454d"/><rect x="${left}" width="${right}" height="20" fill="${colours[verdictInWords(report).kind]}"/>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${textAt(0, label)}${textAt(left, message)}</g></svg>`
      .markup
  }\n`;
}

function textAt(x: number, text: string): Markup {
  return markup`<text x="${x + padding}" y="14" textLength="${widthOf(text) - 2 * padding}">${text}</text>`;
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 2 * padding;
}
