/** What was judged, as shown to people. */
import type { ReportedTarget } from './json-report.ts';

/** The base address of a server, or the command of a client's driver. */
export function targetInWords({ baseUrl, client }: ReportedTarget): string {
  return client ?? baseUrl;
}
