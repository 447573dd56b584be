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
  if (others.length === 0 && !concernsTheRecord(answer)) return 'unknown';
  return (await new KeyCheck(read, others).accepts()) ? seenIn(await read(path)) : 'unknown';
}

/**
 * The same for one that was confirmed to be deleted, or seen to be gone before: one refusal is enough.
 *
 * @param keyCheck - shared by all that are looked at
 */
export async function presenceOfRemoved(
  waiter: Waiter,
  read: Read,
  uuid: string,
  keyCheck: KeyCheck,
): Promise<Presence> {
  const answer = await read(pathOfProfile(uuid));
  if (answer === null || answer.ok) return seenIn(answer);
  // It may say only that the server fails, which it may have begun to do after it was asked elsewhere.
  if (!concernsTheRecord(answer)) return profilePresence(waiter, read, uuid, keyCheck.others);
  return (await keyCheck.accepts()) ? 'gone' : 'unknown';
}

/** Checks once that the target accepts the key: for another profile that should be there, or, if none is known, the list. */
export class KeyCheck {
  readonly others: readonly string[];
  readonly #read: Read;
  #asked: Promise<boolean> | undefined;

  /** @param others - sender profiles that should be on the target */
  constructor(read: Read, others: readonly string[]) {
    this.others = others;
    this.#read = read;
  }

  /** Whether the target accepts it: then a refusal concerns its profile, not the caller or all profiles. */
  async accepts(): Promise<boolean> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<boolean> {
    const paths = this.others.length === 0 ? [`${list}?limit=1`] : this.others.map(pathOfProfile);
    for (const path of paths.slice(0, mostOthers)) if ((await this.#read(path))?.ok === true) return true;
    return false;
  }
}

function seenIn(answer: Answer | null): Presence {
  if (answer === null) return 'unknown';
  return answer.ok ? 'there' : 'gone';
}

/** Whether an answer says more than that the server fails, redirects, or rejects requests with this key. */
function concernsTheRecord(answer: Answer): boolean {
  return classOf(answer).kind === 'refused' && answer.status !== 401;
}

/** The list of webhooks, to be read with {@link readList}. */
export function listBy(read: Read, known: KnownList): PagedList {
  // Other requests begin with `limit`: a cache by addresses gives this one no page that it has kept of them.
  const limit = known.largestPage === null ? '' : `&limit=${known.largestPage}`;
  return { known, at: async (offset) => read(`${list}?offset=${offset}${limit}`) };
}

/** Whether a webhook is on the target, judging by the list. */
export function webhookPresence(reading: ListReading, uuid: string): Presence {
  if (recordsOf(reading).some((record) => hasUuid(record, uuid))) return 'there';
  return reading.end.kind === 'end' ? 'gone' : 'unknown';
}
