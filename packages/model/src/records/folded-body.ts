/** Shortens the body of an answer for people: what accompanies a list stays visible. */
import { parsedJson } from './parsed-json.ts';
import { isRecord, type JsonObject } from './is-record.ts';
import { ownCopy } from '@outreach-api/wire/own-copy';
import { textOf } from '../texts/text-of.ts';
import type { Answer, RecordedAnswer } from './exchange.ts';

const mostItems = [64, 32, 16, 8, 4, 2, 1, 0];
/** Always tried. */
const fewItems = 2;
const longestText = 500;
const cutBefore = /… \((\d+) characters\)$/;
const mark = /^… (\d+) (?:more )?(?:records?|items?)$/;

/**
 * A body of at most this many characters. In JSON, lists are shortened (`"… 17 more records"` stands for the rest), so
 * that it stays JSON, and what follows a list is kept; anything else is cut.
 *
 * @param json - the body as JSON if it was already parsed; undefined if it is not JSON
 */
function foldedBody(text: string, most: number, json: unknown): string {
  if (text.length <= most) return text;
  if (typeof json === 'object' && json !== null) {
    let written = '';
    const fitting = (longestIn(json) * most) / text.length;
    for (const items of mostItems.filter((count) => count <= fitting || count <= fewItems)) {
      written = JSON.stringify(folded(json, items));
      if (written.length <= most) return written;
    }
    return `${written.slice(0, most)}…`;
  }
  const whole = cutBefore.exec(text)?.[1] ?? text.length;
  return `${text.slice(0, most)}… (${whole} characters)`;
}

/** The length of the longest list in a page, so that few lengths need to be tried. */
function longestIn(json: object): number {
  const lists = [json, ...Object.values(json)].filter((value) => Array.isArray(value));
  return Math.max(0, ...lists.map(({ length }) => length));
}

/**
 * Like {@link foldedBody}, for a body that may have been folded before.
 *
 * @param first - fields to put first, so that they are not cut
 */
export function foldedText(text: string, most: number, first: readonly string[] = []): string {
  if (text.length <= most) return text;
  const json = parsedJson(text);
  return foldedBody(text, most, isRecord(json) ? withFirst(json, first) : json);
}

function withFirst(json: JsonObject, names: readonly string[]): JsonObject {
  const fields = Object.entries(json);
  const isNamed = ([name]: readonly [string, unknown]): boolean => names.includes(name);
  return Object.fromEntries([...fields.filter(isNamed), ...fields.filter((field) => !isNamed(field))]);
}

function folded(value: unknown, items: number): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) return foldedList(value, items);
  if (!isRecord(value) || Object.values(value).every(isShort)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, folded(item, items)]));
}

function isShort(value: unknown): boolean {
  return typeof value === 'string'
    ? value.length <= longestText
    : typeof value !== 'object' || value === null;
}

function foldedList(list: readonly unknown[], items: number): readonly unknown[] {
  const before = Number(mark.exec(textOf(list.at(-1)))?.[1] ?? 0);
  const real = before === 0 ? list : list.slice(0, -1);
  const left = before + Math.max(0, real.length - items);
  const kept = real.slice(0, items).map((item) => folded(item, items));
  const kind = `${real.every(isRecord) ? 'record' : 'item'}${left === 1 ? '' : 's'}`;
  return left === 0 ? kept : [...kept, `… ${left} ${kept.length === 0 ? '' : 'more '}${kind}`];
}

const longestRecordedBody = 4000;

/** What is kept of an answer. @param masked - its body without credentials, if it has any */
export function recorded({ status, headers, text, json }: Answer, masked = text): RecordedAnswer {
  if (masked.length <= longestRecordedBody) return { status, headers, text: masked };
  const folds =
    masked === text ? foldedBody(text, longestRecordedBody, json) : foldedText(masked, longestRecordedBody);
  return { status, headers, text: ownCopy(folds) };
}
