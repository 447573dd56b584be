/** The lifetime of an API key: 3 years, counted as the dialect counts them. */
import type { Dialect } from './dialect/dialect.ts';

const day = 86_400_000;

/** The time (ms since the epoch) 3 years after `from` (Limits: API key lifetime). */
export function threeYearsAfter(from: number, counted: Dialect['threeYears']): number {
  if (counted === '1095-days') return from + 1095 * day;
  if (counted === '1096-days') return from + 1096 * day;
  const date = new Date(from);
  date.setUTCFullYear(date.getUTCFullYear() + 3);
  return date.getTime();
}
