/** A breach in full, as lines of text for people. */
import { mainCaller } from '@outreach-api/model/records/exchange';
import { foldedText } from '@outreach-api/model/records/folded-body';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { BreachReport, ReportedExchange } from './json-report.ts';
import { wrapped } from './wrapped.ts';

const longestSide = 2000;
const longestAnswer = 240;
const longestBody = 300;
const labelled = 12;

/** What is reported about a rule besides its breach. */
type BrokenRule = Readonly<Record<'id' | 'level' | 'section' | 'says', string>> & {
  readonly quote?: string;
  readonly docs?: string;
};

/**
 * A breach in full, as lines of text for people: first what is wrong, then how to see it again.
 *
 * @param width - in columns, to which sentences are wrapped; what may be copied never is
 */
export function breachText(rule: BrokenRule, breach: BreachReport, width = Number.POSITIVE_INFINITY): string {
  return [
    `${rule.id} (${rule.level}; ${rule.section})`,
    `  ${wrapped(rule.says, width, 2)}`,
    ...(rule.quote === undefined ? [] : [labelledText('quote', quoted(rule.quote, rule.section), width)]),
    labelledText('expected', oneLine(breach.expected, longestSide), width),
    labelledText('actual', oneLine(breach.actual, longestSide), width),
    evidenceText(breach),
    ...(rule.docs === undefined ? [] : [copied('about', rule.docs)]),
  ].join('\n');
}

/** What the description says, with the section in which it says so. */
export function quoted(quote: string, section: string): string {
  return `“${quote}” (${section})`;
}

/** What was sent and received, and how to see it again, as lines of text. */
export function evidenceText(breach: BreachReport): string {
  const fields = fieldsIn(breach);
  return [
    ...breach.exchanges.flatMap((exchange) => exchangeLines(exchange, fields)),
    copied('seen', `${breach.seen} times`),
    ...(breach.curl === '' ? [] : [copied('curl', breach.curl)]),
    copied('replay', breach.replay),
  ].join('\n');
}

const envelope = ['limit', 'offset', 'total', 'has_more'];

/** The fields that a breach is about. */
function fieldsIn({ values, difference = [] }: BreachReport): readonly string[] {
  return [
    ...envelope,
    ...difference.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)),
    ...namesIn(values),
  ];
}

function namesIn(values: unknown): readonly string[] {
  if (Array.isArray(values)) return values.flatMap(namesIn);
  if (!isRecord(values)) return [];
  return Object.entries(values).flatMap(([name, value]) =>
    name === 'field' && typeof value === 'string' ? [value] : [name, ...namesIn(value)],
  );
}

/** A text on one line, cut to a length. */
export function oneLine(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function labelledText(label: string, text: string, width: number): string {
  return `  ${label.padEnd(labelled - 2)}${wrapped(text, width, labelled)}`;
}

function copied(label: string, text: string): string {
  return `  ${label.padEnd(labelled - 2)}${text.replaceAll('\n', `\n${' '.repeat(labelled)}`)}`;
}

/**
 * A request and its answer; for a control, which shows what is right, the status is enough.
 *
 * @param fields - that are not to be cut from the answer
 */
function exchangeLines(
  { role, times, request, response, failure }: ReportedExchange,
  fields: readonly string[],
): readonly string[] {
  const sent = [
    request.inWords ?? `${request.method} ${request.url}`,
    ...(request.body === null ? [] : [oneLine(foldedText(request.body, longestBody), longestBody)]),
    ...(request.caller === undefined || request.caller === mainCaller ? [] : [`with ${request.caller}`]),
    ...(times === undefined ? [] : [`× ${times}`]),
  ].join(' ');
  if (response === null) return [copied(labels[role], `${sent} → ${failure ?? 'no answer'}`)];
  if (role === 'control') return [copied(labels[role], `${sent} → ${response.status}`)];
  const body = oneLine(foldedText(response.body, longestAnswer, fields), longestAnswer + 20);
  return [
    copied(labels[role], sent),
    copied('answer', `${response.status} ${body === '' ? '(no body)' : body}`),
  ];
}

const labels: Readonly<Record<ReportedExchange['role'], string>> = { control: 'control', subject: 'request' };
