/** Recognizes what a run of the suite has written: such a value is never the owner's. */
import { unusualTexts } from '@outreach-api/model/records/profile-fields';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import { differencesFrom, writableOf } from './profile-record.ts';

const markOfRun = /\b(?:outreach-conformance-|conformance |run )([0-9a-f]{8})\b/;
const textsUnderTest: ReadonlySet<unknown> = new Set(unusualTexts);

/** The id of the run whose mark a text bears; null if it bears none. */
export function runMarkedIn(text: unknown): string | null {
  return typeof text === 'string' ? (markOfRun.exec(text)?.[1] ?? null) : null;
}

/**
 * Why the names and label of a profile are not the owner's, in words; null if they may be. Most names under test bear no
 * mark, so a profile that is changing counts, too.
 *
 * @param first - the record when the run began
 * @param now - the record now; the run has not changed it
 */
export function whyOfAnotherRun(first: JsonObject, now: JsonObject): string | null {
  for (const [field, value] of Object.entries(writableOf(now))) {
    const run = runMarkedIn(value);
    if (run !== null) return `its ${field} has the mark of run ${run}`;
    if (textsUnderTest.has(value)) return `its ${field} is a text that runs write`;
  }
  // Runs send no schedule, and when it is due next may be part of it.
  const { schedule: _, ...texts } = writableOf(first);
  const changed = differencesFrom(texts, now);
  return changed === '' ? null : `it was changed since this run began: ${changed}`;
}
