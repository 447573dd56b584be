/** Uses the keys that were created so far (Authentication; Create an API key). */
import { textOf } from '@outreach-api/model/texts/text-of';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { MadeKey } from '../../session/session-state.ts';
import type { Session } from '../../session/session.ts';
import { createdCredentialIn } from '../../account/made-key.ts';
import { newestKeys } from '../../account/newest-keys.ts';
import { listUse, type KeyUse } from './keys-seen.ts';

/** The uses of created keys, on the list. */
interface CreatedKeysSeen {
  readonly uses: readonly KeyUse[];
  readonly isFirstAccepted: boolean;
  /**
   * The name of one that is refused and may have been dropped for a newer one: the description does not mention
   * rotation. Null if there is none.
   */
  readonly unclear: string | null;
}

/** A key, and how many were created before it. */
interface Created {
  readonly key: MadeKey;
  readonly at: number;
  readonly credential: Credential;
}

const most = 8;
/** How long a key created a moment ago with 202 may take. */
const whileMs = 1500;

/**
 * Lists webhooks with the first key and up to 8 others, or the newest if the first is refused; with those that are
 * refused again a while later.
 *
 * A target that drops keys for new ones drops the oldest or the least recently used first. So a refused key must be
 * newer than an accepted one other than the first, which is used throughout; of two neighbours, which may have been
 * created concurrently, neither is newer. Or it is among the newest, and those are all refused.
 */
export async function usesOfCreatedKeys(first: Credential, session: Session): Promise<CreatedKeysSeen> {
  const isFirst = ({ credential }: Created): boolean => credential.header === first.header;
  const listed = async (key: Created): Promise<Created & Pick<Answer, 'ok' | 'status'>> => ({
    ...key,
    ...(await session.as(key.credential).listWebhooks()),
  });
  const all = created(session);
  const others = all.filter((key) => !isFirst(key));
  const begun = await Promise.all(all.filter(isFirst).slice(0, 1).map(listed));
  const further = begun.some(({ ok }) => ok) ? spread(ofDifferentNames(others)) : others.slice(-2);
  // All are used at the same time; the results are given in creation order.
  let used = [...begun, ...(await Promise.all(further.map(listed)))];
  if (used.some(({ ok }) => !ok)) {
    await session.clock.wait(whileMs);
    const again: typeof used = [];
    // One after the other: a service may take one request at a time.
    for (const key of used) again.push(key.ok ? key : await listed(key));
    for (const key of olderThanRefused(others, again)) {
      const older = await listed(key);
      if (older.ok) again.push(older);
    }
    used = again.toSorted((one, other) => one.at - other.at);
    if (!(await session.api.control.listWebhooks()).ok) used = used.filter(({ ok }) => ok);
  }
  const accepted = used.filter(({ ok }) => ok);
  const oldest = Math.min(...accepted.filter((key) => !isFirst(key)).map(({ at }) => at));
  const refused = used.filter(({ ok }) => !ok).map(({ key }) => key);
  const newest = newestKeys(session);
  const isAmongNewest = (key: MadeKey): boolean =>
    newest.includes(key) && newest.every((one) => refused.includes(one));
  const isClear = ({ ok, at, key }: (typeof used)[number]): boolean =>
    ok || at > oldest + 1 || isAmongNewest(key);
  const clear = used.filter(isClear);
  const unclear = used.find((one) => !isClear(one));
  return {
    uses: clear.map((one) =>
      listUse(
        one.status,
        isFirst(one) ? undefined : `the key just made under the name ${textOf(one.key.name)}`,
      ),
    ),
    isFirstAccepted: accepted.some(isFirst),
    unclear: unclear === undefined ? null : textOf(unclear.key.name),
  };
}

function created({ state }: Session): readonly Created[] {
  return state.creations.flatMap((key, at) => {
    const credential = createdCredentialIn(key.answer);
    return credential === null ? [] : [{ key, at, credential }];
  });
}

/** Of the keys with the same name, the last: it may have replaced the others. */
function ofDifferentNames(keys: readonly Created[]): readonly Created[] {
  const written = ({ key }: Created): string => textOf(key.name).normalize('NFKC').trim().toLowerCase();
  return keys.filter((one, index) => !keys.slice(index + 1).some((later) => written(later) === written(one)));
}

/**
 * The last that were created before the first that is refused and its neighbour. Later ones may have replaced them.
 *
 * @param used - in creation order
 */
function olderThanRefused(
  keys: readonly Created[],
  used: readonly (Created & Pick<Answer, 'ok'>)[],
): readonly Created[] {
  const refused = used.find(({ ok }) => !ok);
  if (refused === undefined) return [];
  const isUsed = (key: Created): boolean => used.some(({ at }) => at === key.at);
  return keys.filter((key) => key.at < refused.at - 1 && !isUsed(key)).slice(-2);
}

/**
 * Neighbours from across the run: of two created at the same time, one is the main key's and one a created key's. Among
 * them are the key of the longest name, and keys with each letter that only base64 for URLs has in what they say: few
 * decoders that take other base64 for it fail on all keys.
 */
function spread(keys: readonly Created[]): readonly Created[] {
  const pairs = Math.ceil(keys.length / 2);
  const steps = Math.min(most / 2, pairs);
  const across = Array.from({ length: steps }, (_, step) =>
    Math.round((step * (pairs - 1)) / Math.max(1, steps - 1)),
  );
  const lengths = keys.map(({ key }) => textOf(key.name).length);
  const holding = [
    lengths.indexOf(Math.max(...lengths)),
    ...['_', '-'].map((letter) => keys.findIndex(({ credential }) => payloadOf(credential).includes(letter))),
  ].flatMap((at) => (at < 0 ? [] : [Math.floor(at / 2)]));
  const chosen = [...new Set([...holding, ...across.toReversed()])].slice(0, steps).toSorted((a, b) => a - b);
  return chosen.flatMap((pair) => keys.slice(pair * 2, pair * 2 + 2));
}

function payloadOf({ header }: Credential): string {
  return header?.split('.')[1] ?? '';
}
