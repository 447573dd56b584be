/** The headers sent with every request to a target. */
import { suiteVersion } from '../installation/suite-version.ts';
import type { Target } from '../target/target.ts';

/** The headers of every request to a target, besides the request's own; names in lower case. */
export function commonHeaders({ headers }: Target): Readonly<Record<string, string>> {
  return { 'user-agent': `outreach-conformance/${suiteVersion}`, ...headers };
}
