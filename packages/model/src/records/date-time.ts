/** Reads date-times in the forms that servers write, and compares them within their precision. */
const form = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/** A moment as a record gives it. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Its precision, in milliseconds: two moments closer than the coarser of the two may be the same. */
  readonly grain: number;
  /** Whether it states its offset from UTC; without one it is taken as UTC. */
  readonly zoned: boolean;
}

/**
 * Reads a date-time: RFC 3339 and the looser ISO 8601 forms that servers write, since the description says only
 * "date-time". Null if it is none.
 */
export function parseDateTime(text: unknown): Moment | null {
  if (typeof text !== 'string') return null;
  const [, date, time, fraction = '', zone] = form.exec(text) ?? [];
  if (date === undefined || time === undefined) return null;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const offset =
    zone === undefined
      ? 'Z'
      : zone
          .toUpperCase()
          .replace(
            /^([+-]\d\d):?(\d\d)?$/,
            (_, hours: string, minutes = '00') => `${hours}:${String(minutes)}`,
          );
  // A leap second is a moment too.
  const at = Date.parse(`${date}T${seconds.replace(/:60$/, ':59')}${offset}`);
  if (Number.isNaN(at)) return null;
  const milliseconds = fraction === '' ? 0 : Number(`0.${fraction}`) * 1000;
  return {
    at: at + milliseconds,
    grain: 1000 / 10 ** Math.min(fraction.length, 3),
    zoned: zone !== undefined,
  };
}

/**
 * Whether a text is a date-time. RFC 3339 allows a space in place of the T, and ISO 8601 allows omitting the offset; a
 * text that does both, as databases print it, is neither.
 */
export function isDateTime(text: string): boolean {
  const moment = parseDateTime(text);
  return moment !== null && (moment.zoned || text.charAt(10) !== ' ');
}

/** Whether `a` is before `b`, by more than their precision can explain. */
export function isBefore(a: Moment, b: Moment): boolean {
  return a.at + Math.max(a.grain, b.grain) <= b.at;
}

/** Whether two moments may be the same, given the precision of each. */
export function isSameMoment(a: Moment, b: Moment): boolean {
  return Math.abs(a.at - b.at) < Math.max(a.grain, b.grain);
}

/** A database may store only whole seconds of what is written with milliseconds. */
export function asStored(moment: Moment): Moment {
  return moment.at % 1000 === 0 ? { ...moment, grain: Math.max(moment.grain, 1000) } : moment;
}
