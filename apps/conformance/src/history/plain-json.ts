/** Writes values that JSON cannot express as plain JSON, so that they can be restored. */
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';

/** The field that marks a value that JSON cannot express. */
const tag = '$';
const odd: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  '-0': -0,
};

/**
 * The value as plain JSON, including `undefined`, numbers that JSON cannot express, dates, maps and sets.
 *
 * @throws TypeError if something in it cannot be kept
 */
export function toPlainJson(value: unknown): unknown {
  if (value === undefined) return { [tag]: 'undefined' };
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    const name = Object.is(value, -0) ? '-0' : String(value);
    return name in odd ? { [tag]: 'number', is: name } : value;
  }
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (value instanceof Date) return { [tag]: 'date', at: toPlainJson(value.getTime()) };
  if (value instanceof Map)
    return { [tag]: 'map', entries: [...value].map(([key, one]) => [key, one].map(toPlainJson)) };
  if (value instanceof Set) return { [tag]: 'set', values: [...value].map(toPlainJson) };
  if (!isRecord(value) || !isPlain(value)) throw new TypeError(`${typeof value} cannot be kept in a history`);
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => [name, toPlainJson(one)]);
  return tag in value ? { [tag]: 'object', entries } : Object.fromEntries(entries);
}

/**
 * The value that was written by {@link toPlainJson}.
 *
 * @throws TypeError if it was not
 */
export function fromPlainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromPlainJson);
  if (!isRecord(value)) return value;
  if (!(tag in value)) return objectOf(Object.entries(value));
  const { [tag]: kind, is, at, entries, values } = value;
  if (kind === 'undefined') return undefined;
  if (kind === 'number' && typeof is === 'string' && is in odd) return odd[is];
  if (kind === 'date') return new Date(Number(fromPlainJson(at)));
  if (kind === 'map' && isPairs(entries))
    return new Map(entries.map(([key, one]) => [fromPlainJson(key), fromPlainJson(one)]));
  if (kind === 'set' && Array.isArray(values)) return new Set(values.map(fromPlainJson));
  if (kind === 'object' && isPairs(entries))
    return objectOf(entries.map(([name, one]) => [String(name), one]));
  throw new TypeError('this is not a value of a history');
}

function objectOf(entries: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(entries.map(([name, one]) => [name, fromPlainJson(one)]));
}

function isPairs(value: unknown): value is readonly (readonly [unknown, unknown])[] {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2);
}

function isPlain(value: JsonObject): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
