/**
 * Determines whether records are still on the target: only a target that accepts the key elsewhere can show that one is
 * gone.
 */
import { eventually, type Waiter } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { KnownList } from '@outreach-api/model/records/known-list';
import { hasUuid } from '@outreach-api/model/records/page';
import { recordsOf, type ListReading, type PagedList } from '@outreach-api/model/records/read-list';
import { failurePasses } from '@outreach-api/model/bounds';
import type { Answer } from '@outreach-api/model/records/exchange';
import { pathOfProfile } from './profile-record.ts';

/** Whether a record is on the target; `unknown` if no answer shows it, as during an outage. */
export type Presence = 'there' | 'gone' | 'unknown';

/** Reads what is at a path, relative to the base address; resolves to null if that is not answered. */
export type Read = (path: string) => Promise<Answer | null>;

const list = '/integrations/api/webhooks';
/** How many other profiles are read at most until one is shown. */
const mostOthers = 2;

/**
 * Whether a sender profile is on the target. It is gone if it is refused before and after the same key is accepted
 * elsewhere: for another profile, or, if none is known, for the list.
 *
 * @param others - sender profiles that should be on the target
 */
export async function profilePresence(
  waiter: Waiter,
  read: Read,
  uuid: string,
  others: readonly string[],
): Promise<Presence> {
  const path = pathOfProfile(uuid);
  const { last: answer } = await eventually(
    waiter,
    failurePasses,
    async () => read(path),
    (one) => one === null || classOf(one).effect !== 'perhaps',
  );
  if (answer === null || answer.ok) return seenIn(answer);
  return (await isRefusedAlone(read, answer, others)) ? seenIn(await read(path)) : 'unknown';
}

function seenIn(answer: Answer | null): Presence {
  if (answer === null) return 'unknown';
  return answer.ok ? 'there' : 'gone';
}

/** Whether a refusal concerns this profile, not the caller or all profiles. */
async function isRefusedAlone(read: Read, answer: Answer, others: readonly string[]): Promise<boolean> {
  for (const other of others.slice(0, mostOthers)) {
    if ((await read(pathOfProfile(other)))?.ok === true) return true;
  }
  if (others.length > 0 || !concernsTheRecord(answer)) return false;
  return (await read(`${list}?limit=1`))?.ok === true;
}

/** Whether an answer says more than that the server fails, redirects, or rejects requests with this key. */
function concernsTheRecord(answer: Answer): boolean {
  return classOf(answer).kind === 'refused' && answer.status !== 401;
}

/** The list of webhooks, to be read with {@link readList}. */
export function listBy(read: Read, known: KnownList): PagedList {
  return { known, at: async (offset) => read(`${list}?offset=${offset}`) };
}

/** Whether a webhook is on the target, judging by the list. */
export function webhookPresence(reading: ListReading, uuid: string): Presence {
  if (recordsOf(reading).some((record) => hasUuid(record, uuid))) return 'there';
  return reading.end.kind === 'end' ? 'gone' : 'unknown';
}
