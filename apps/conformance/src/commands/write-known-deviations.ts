/** Writes or updates a file of known deviations (`--write-known-deviations`). */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { systemClock } from '@outreach-api/engine';
import { readKnownDeviations } from '../deviations/read-known-deviations.ts';
import { updatedDeviations, type DeviationsText } from '../deviations/update-deviations.ts';
import type { JsonReport } from '@outreach-api/report/json-report';

/**
 * The file as it is before the run; null if there is none.
 *
 * @throws ConfigurationError if it is there and not valid, as when an entry still lacks its owner
 */
export async function deviationsToUpdate(file: string): Promise<DeviationsText | null> {
  if ((await stat(file).catch(() => null)) === null) return null;
  return { entries: await readKnownDeviations(file), text: await readFile(file, 'utf8') };
}

/**
 * Writes what the run adds to the file, and resolves to what a person has to do about it; null if nothing is new.
 *
 * @param before - the file as it is; null if there is none yet
 * @param report - without credentials
 * @param undecidedToo - whether rules that could not be decided are listed, too
 */
export async function writeKnownDeviations(
  file: string,
  before: DeviationsText | null,
  report: JsonReport,
  undecidedToo: boolean,
): Promise<string | null> {
  const now = systemClock.date();
  const { text, added, renewed, contradicted } = updatedDeviations(before, {
    rules: report.rules,
    undecidedToo,
    now,
  });
  if (before === null || text !== before.text)
    await writeFile(file, text.endsWith('\n') ? text : `${text}\n`);
  const says = [
    ...(added.length === 0
      ? []
      : [`added ${added.join(', ')}: name the \`owner\` of each, and check its \`reason\` and \`until\``]),
    ...(renewed.length === 0 ? [] : [`renewed the \`breach\` of ${renewed.join(', ')}`]),
    ...(contradicted.length === 0
      ? []
      : [`left ${contradicted.join(', ')} as listed, which says otherwise: change it by hand`]),
  ];
  return says.length === 0 ? null : `${file}: ${says.join('; ')}`;
}
