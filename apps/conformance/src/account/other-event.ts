/** Finds an event of webhooks besides the one that the description names (Events). */
import type { Session } from '../session/session.ts';
import { namedEvent } from '../session/fixtures.ts';
import { listNow } from './list-now.ts';

/** An event that webhooks were made with in this run, otherwise one that the list shows; null if there is none. */
export async function otherEvent(session: Session): Promise<string | null> {
  const made = [...session.fixtures.madeAs.values()].map(({ event }) => event).find(isAnother);
  if (made !== undefined) return made;
  const { records } = await listNow(session, { recalls: true });
  return records.map(({ event }) => event).find(isAnother) ?? null;
}

function isAnother(event: unknown): event is string {
  return typeof event === 'string' && event !== '' && event !== namedEvent;
}
