/** Looks for the response of a webhook's target in the answer to a test, in whatever form it is returned. */
import { parsedJson } from '@outreach-api/model/records/parsed-json';
import { isRecord } from '@outreach-api/model/records/is-record';

/** A response as the target gave it. */
export interface TargetResponse {
  /** Null if only its body counts. */
  readonly status: number | null;
  /** Letters, digits and hyphens in its body that occur nowhere else. */
  readonly marker: string;
}

/** A service's answer, as far as it can contain a response. */
export interface HoldingAnswer {
  readonly status: number;
  readonly text: string;
  /** Names in lower case; none by default. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How many layers are decoded: JSON in base64 in JSON is three. */
const deepest = 6;
/** Deeper values are ignored: the text of a string may be nested as deep as it is long. */
const deepestValue = 500;
/** Shorter texts encode nothing that could be found. */
const shortestCode = 16;
/** Headers that count, date or name something other than the response: a number there is a coincidence. */
const chanceHeaders =
  /^(?:content-length|age|date|etag|keep-alive|retry-after|server-timing|set-cookie)$|-id$|rate-?limit|time|duration/;

/**
 * Whether an answer contains the status or the body of a response: as the answer itself, in its headers, as a value in
 * its JSON, as text, as bytes, or encoded in base64, hexadecimal, percent signs or JSON again (Test a webhook; the
 * description does not show the answer's form).
 */
export function holdsResponse(answer: HoldingAnswer, response: TargetResponse): boolean {
  return (
    answer.status === response.status ||
    isIn(answer.text, response) ||
    Object.entries(answer.headers ?? {}).some(
      ([name, value]) => !chanceHeaders.test(name) && isIn(value, response),
    )
  );
}

function isIn(text: string, response: TargetResponse, depth = 0): boolean {
  if (text.includes(response.marker)) return true;
  if (depth > deepest) return false;
  const json = parsedJson(text);
  if (json !== undefined) return isAmong(valuesIn(json), response, depth + 1);
  return (
    saysStatus(text, response.status) ||
    text
      .split(/\r?\n/)
      .some((line) => isAmong(valuesIn(parsedJson(line.replace(/^data:/, ''))), response, depth + 1)) ||
    decodings(text).some((meant) => meant !== text && isIn(meant, response, depth + 1))
  );
}

function isAmong(values: readonly unknown[], response: TargetResponse, depth: number): boolean {
  return values.some((value) =>
    typeof value === 'string' ? isIn(value, response, depth) : value !== null && value === response.status,
  );
}

/** A status stands alone, beside a separator or after a word; not in a time, a fraction, an address or a longer word. */
function saysStatus(text: string, status: number | null): boolean {
  if (status === null) return false;
  return new RegExp(
    `(?:(?<![a-z\\d.%]|\\b\\d+:|://\\S*-)|(?<![a-z\\d])[a-z]{3,})${status}(?![a-z\\d]|\\.\\d)`,
    'i',
  ).test(text);
}

/** What a text may represent: all of it, with line breaks as in mail, and each word. */
function decodings(text: string): readonly string[] {
  const whole = text.replace(/^\s*data:[^,]*,/, '').replaceAll(/\s+/g, '');
  const codes = new Set([whole, ...(text.match(/[\w+/-]{16,}={0,2}/g) ?? [])]);
  return [unescaped(text), ...[...codes].flatMap(decoded)];
}

function decoded(code: string): readonly string[] {
  if (code.length < shortestCode) return [];
  const digits = code.replace(/^(?:0x|\\x)/i, '');
  return [
    ...(/^[\w+/-]+=*$/.test(code) ? [Buffer.from(code, 'base64').toString('latin1')] : []),
    ...(/^(?:[\da-f]{2})+$/i.test(digits) ? [Buffer.from(digits, 'hex').toString('latin1')] : []),
  ];
}

function unescaped(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, (escape) =>
    String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
  );
}

/** The values of a JSON value, including its names, and its decoded text if it consists of bytes. */
function valuesIn(json: unknown, depth = 0): readonly unknown[] {
  if (depth > deepestValue) return [];
  const isList = Array.isArray(json);
  if (!isList && !isRecord(json)) return [json];
  const values: readonly unknown[] = isList ? json : Object.values(json);
  const names = isList ? [] : Object.keys(json);
  // A typed array in JSON is a record of its bytes by index.
  const isBytes =
    values.length >= shortestCode && values.every(isByte) && names.every((name, at) => name === `${at}`);
  if (isBytes) return [Buffer.from(values).toString('latin1'), ...values];
  return [...names, ...values.flatMap((value) => valuesIn(value, depth + 1))];
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}
