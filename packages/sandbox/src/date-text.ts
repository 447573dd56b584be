/** How the sandbox writes a point in time. */
import type { Dialect } from './dialect/dialect.ts';

/** An RFC 3339 date-time of `time` (ms since the epoch) in the format of the dialect. */
export function dateText(time: number, format: Dialect['dateFormat']): string {
  const iso = new Date(time).toISOString();
  switch (format) {
    case 'milliseconds':
      return iso;
    case 'seconds':
      return iso.replace(/\.\d+Z$/, 'Z');
    case 'microseconds':
      return iso.replace(/Z$/, '456Z');
    case 'utc-offset':
      return iso.replace(/Z$/, '456+00:00');
    case 'offset':
    default:
      return new Date(time + 2 * 3_600_000).toISOString().replace(/Z$/, '+02:00');
  }
}
