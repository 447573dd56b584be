/** The public bug reports that twins come from, as the sandbox's table has them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../../packages/sandbox/public-reports.md');
const row = /^\| \[([^\]]+)\]\(([^)]+)\)\s*\| (.*?)\s*\| (?:twin|known): `([\w-]+)`/gm;

/** A report of a bug in some other service. */
export interface PublicReport {
  readonly name: string;
  readonly url: string;
  readonly what: string;
}

/** The reports by the name of the twin that has the same defect. */
export function publicReports(): ReadonlyMap<string, readonly PublicReport[]> {
  const rows = [...readFileSync(file, 'utf8').matchAll(row)].map(
    ([, name = '', url = '', what = '', twin = '']) => ({ twin, name, url, what }),
  );
  return Map.groupBy(rows, ({ twin }) => twin);
}
