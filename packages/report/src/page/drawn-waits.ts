/** Draws the waits of a client between its retries: on a logarithmic axis exponential growth is a straight line. */
import type { DeclaredBackoff } from '@outreach-api/model/backoff/declared-backoff';
import { durationInWords } from '@outreach-api/model/backoff/duration-in-words';
import { boundsOf, envelopeOf } from '@outreach-api/model/backoff/envelope';
import { gapsOf, statedMs, type RetryGap } from '@outreach-api/model/backoff/retry-gap';
import type { RetrySequence } from '@outreach-api/model/backoff/retry-sequence';
import { markup, nothing, type Markup } from '../markup.ts';
import { waitScales, type WaitScales } from './wait-scales.ts';
import { counted } from '../plural.ts';

/** What is drawn. */
export interface WaitsToDraw {
  readonly sequences: readonly RetrySequence[];
  /** Drawn next to the waits; null if nothing is declared. */
  readonly declared: DeclaredBackoff | null;
  /** The sequence in which a breach was seen; drawn in front. Null if there was none. */
  readonly broken: RetrySequence | null;
  /** Distinguishes the drawing from others on the same page. */
  readonly id: string;
}

const width = 640;
const height = 320;

/** Colours of the page, and fallbacks if the drawing stands alone. Attributes, since the page allows no other style. */
const ink = {
  line: 'var(--line, light-dark(#e2e3e6, #2c313a))',
  text: 'var(--muted, light-dark(#5a606c, #a3aab7))',
  wait: 'var(--link, light-dark(#1d4fa8, #93b8ff))',
  broken: 'var(--fail, light-dark(#b3261e, #ff9389))',
  declared: 'var(--pass, light-dark(#1a7037, #6fd193))',
} as const;

/** The waits of a client as SVG: a line for each sequence, next to the declared envelope. Empty if it never retried. */
export function drawnWaits({ sequences, declared, broken, id }: WaitsToDraw): Markup {
  const lines = sequences.map((sequence) => gapsOf(sequence, declared?.from ?? 'end'));
  const gaps = lines.flat();
  if (gaps.length === 0) return nothing;
  const scales = scalesFor(gaps, declared);
  const ordinary = lines.filter(([gap]) => gap !== undefined && gap.sequence !== broken);
  const inFront = lines.filter(([gap]) => gap !== undefined && gap.sequence === broken);
  return markup`<svg class="waits" role="img" aria-labelledby="${id}-title ${id}-text" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="12" font-family="inherit">
<title id="${id}-title">Waits before each retry</title>
<desc id="${id}-text">${inWords(lines, declared)}</desc>
<g aria-hidden="true">
${axes(scales)}
${declared === null ? nothing : envelope(declared, scales)}
${ordinary.map((line, index) => sequenceLine(line, ink.wait, scales.aside(index, ordinary.length), scales))}
${inFront.map((line) => sequenceLine(line, ink.broken, 0, scales))}
${legend(declared, gaps, broken)}
</g>
</svg>`;
}

function scalesFor(gaps: readonly RetryGap[], declared: DeclaredBackoff | null): WaitScales {
  const retries = Math.max(...gaps.map(({ retry }) => retry));
  const envelopes = declared === null ? [] : [1, retries].map((retry) => envelopeOf(declared, retry));
  const stated = gaps.map(statedMs).filter((ms) => ms !== null);
  return waitScales(retries, [...gaps.map(({ ms }) => ms), ...envelopes, ...stated], { width, height });
}

function axes({ ticks, retries, x, y, left, right, bottom }: WaitScales): Markup {
  const across = ticks.map(
    (ms) =>
      markup`<path d="M${left} ${y(ms)}H${right}" stroke="${ink.line}"/><text x="${left - 8}" y="${y(ms)}" dy="0.32em" text-anchor="end" fill="${ink.text}">${durationInWords(ms)}</text>`,
  );
  const along = Array.from({ length: retries }, (_, index) => index + 1)
    .filter((retry) => retry % Math.ceil(retries / 12) === 0)
    .map(
      (retry) =>
        markup`<text x="${x(retry)}" y="${bottom + 18}" text-anchor="middle" fill="${ink.text}">retry ${retry}</text>`,
    );
  return markup`${across}${along}`;
}

/** The declared envelope, and the waits that jitter allows. */
function envelope(declared: DeclaredBackoff, { retries, x, y, halfStep }: WaitScales): Markup {
  const all = Array.from({ length: retries }, (_, index) => index + 1).map((retry) => {
    const previous = Math.min(declared.base * 3 ** (retry - 1), declared.cap ?? Infinity);
    const earlierMs = declared.jitter === 'decorrelated' ? [previous] : null;
    return { retry, ...boundsOf(declared, { retry, earlierMs }) };
  });
  const points = (bound: 'low' | 'high') =>
    all.flatMap((one) => [-halfStep, halfStep].map((aside) => `${x(one.retry) + aside},${y(one[bound])}`));
  const top = points('high');
  const band = [...top, ...points('low').toReversed()].join(' ');
  return markup`<polygon points="${band}" fill="${ink.declared}" fill-opacity="0.16"/><polyline points="${top.join(' ')}" fill="none" stroke="${ink.declared}" stroke-width="1.5" stroke-dasharray="5 4"/>`;
}

function sequenceLine(
  line: readonly RetryGap[],
  colour: string,
  aside: number,
  { x, y }: WaitScales,
): Markup {
  const points = line.map(({ retry, ms }) => `${x(retry) + aside},${y(ms)}`).join(' ');
  const marks = line.map((gap) => wait(gap, x(gap.retry) + aside, y, colour));
  return markup`<polyline points="${points}" fill="none" stroke="${colour}" stroke-opacity="0.35"/>${marks}`;
}

/** A wait; if the service said how long it should be, an open circle with a bar at that length. */
function wait(gap: RetryGap, x: number, y: WaitScales['y'], colour: string): Markup {
  const stated = statedMs(gap);
  if (stated === null) return markup`<circle cx="${x}" cy="${y(gap.ms)}" r="3" fill="${colour}"/>`;
  return markup`<path d="M${x - 6} ${y(stated)}h12" stroke="${ink.text}" stroke-width="2"/><circle cx="${x}" cy="${y(gap.ms)}" r="3.5" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
}

/** The meaning of the symbols, and the width of the legend. */
function legend(
  declared: DeclaredBackoff | null,
  gaps: readonly RetryGap[],
  broken: RetrySequence | null,
): Markup {
  const bar = markup`<path d="M-6 0h12" stroke="${ink.text}" stroke-width="2"/>`;
  const dashes = markup`<path d="M-8 0h16" stroke="${ink.declared}" stroke-width="1.5" stroke-dasharray="5 4"/>`;
  const entries = [
    { isShown: true, text: 'a wait', sign: markup`<circle r="3" fill="${ink.wait}"/>`, from: 0 },
    {
      isShown: broken !== null,
      text: 'a breach',
      sign: markup`<circle r="3" fill="${ink.broken}"/>`,
      from: 85,
    },
    { isShown: declared !== null, text: 'as declared', sign: dashes, from: 180 },
    {
      isShown: gaps.some(({ stated }) => stated !== null),
      text: 'as Retry-After asks',
      sign: bar,
      from: 300,
    },
  ];
  return markup`${entries
    .filter(({ isShown }) => isShown)
    .map(
      ({ text, sign, from }) =>
        markup`<g transform="translate(${80 + from} ${height - 12})">${sign}<text x="14" dy="0.32em" fill="${ink.text}">${text}</text></g>`,
    )}`;
}

/** The same as text, for those who cannot see it. */
function inWords(lines: readonly (readonly RetryGap[])[], declared: DeclaredBackoff | null): string {
  const byRetry = [...Map.groupBy(lines.flat(), ({ retry }) => retry)].toSorted(
    ([one], [other]) => one - other,
  );
  const seen = byRetry.map(([retry, gaps]) => {
    const waits = gaps.map(({ ms }) => ms);
    const range = `${durationInWords(Math.min(...waits))} to ${durationInWords(Math.max(...waits))}`;
    const envelopeText =
      declared === null ? '' : ` (declared envelope ${durationInWords(envelopeOf(declared, retry))})`;
    return `retry ${retry}: ${range}${envelopeText}`;
  });
  return `${counted(lines.length, 'sequence')}. ${seen.join('; ')}.`;
}
