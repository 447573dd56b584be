/** Describes how a request was answered, without anything that differs from run to run. */
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Answer } from '@outreach-api/model/records/exchange';

const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const mostNames = 30;
const longestName = 60;

/** Status and media type of an answer: `404, application/problem+json`; `204, no body`. */
export function statusAndType({ status, text, headers }: Answer): string {
  if (text === '') return `${status}, no body`;
  return `${status}, ${mediaType(headers['content-type']) ?? 'no content type'}`;
}

/** The media type of a `Content-Type` in lower case, without parameters; null if there is none. */
export function mediaType(contentType: string | undefined): string | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase().slice(0, longestName);
  return type === undefined || type === '' ? null : type;
}

/** Names, each once, sorted: `created_at, name`; `none` if there are none. */
export function listOfNames(names: Iterable<string>): string {
  const sorted = [...new Set([...names].map((name) => steady(name).slice(0, longestName)))].toSorted();
  if (sorted.length === 0) return 'none';
  const shown = sorted.slice(0, mostNames).join(', ');
  return sorted.length > mostNames ? `${shown} and more` : shown;
}

/** The names of an object's fields that are not among `known`. */
export function furtherNames(values: readonly unknown[], known: readonly string[]): string {
  const names = values.flatMap((value) => (isRecord(value) ? Object.keys(value) : []));
  return listOfNames(names.filter((name) => !known.includes(name)));
}

/** The text with identifiers removed. */
export function steady(text: string): string {
  return text.replaceAll(uuids, '{uuid}');
}
