/** What is sent with every request to a target. */
import { suiteVersion } from './suite-version.ts';
import type { Target } from '../target/target.ts';

/** The headers that every request to a target bears, besides its own; names in lower case. */
export function headersOfAll({ headers }: Target): Readonly<Record<string, string>> {
  return { 'user-agent': `outreach-conformance/${suiteVersion}`, ...headers };
}
