/** A breach in full, as lines of text for people. */
import type { BreachReport, ReportedExchange } from './breach-report.ts';

const longestSide = 2000;

/** What is told of a rule beside its breach. */
type BrokenRule = Readonly<Record<'id' | 'level' | 'section' | 'says', string>>;

/** A breach in full, as lines of text for people. */
export function breachText(rule: BrokenRule, breach: BreachReport): string {
  return [
    `${rule.id} (${rule.level}; ${rule.section})`,
    `  ${rule.says}`,
    `  expected  ${oneLine(breach.expected, longestSide)}`,
    `  actual    ${oneLine(breach.actual, longestSide)}`,
    `  seen      ${breach.seen} times; smallest input: ${JSON.stringify(breach.given)}`,
    ...breach.exchanges.map(exchangeLine),
    `  curl      ${breach.curl.replaceAll('\n', '\n            ')}`,
    `  replay    ${breach.replay}`,
  ].join('\n');
}

/** A text on one line, cut to a length. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function exchangeLine({ role, request, response, failure }: ReportedExchange): string {
  const sent = `${request.method} ${request.url}${request.body === null ? '' : ` ${oneLine(request.body, 200)}`}`;
  const came =
    response === null ? (failure ?? 'no answer') : `${response.status} ${oneLine(response.body, 200)}`;
  return `  ${role.padEnd(9)} ${sent} -> ${came}`;
}
