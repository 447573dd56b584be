/** Uses the keys created after the first one (Authentication; Create an API key). */
import { textOf } from '../../texts/text-of.ts';
import type { Credential } from '../../credentials/credential.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';
import { createdCredentialIn } from '../../account/made-key.ts';
import { listUse, type KeyUse } from './keys-seen.ts';

/** The uses of other keys, on the list. */
interface OtherKeysSeen {
  readonly uses: readonly KeyUse[];
  /**
   * Whether one is refused that may have been dropped for another: the description mentions neither rotation nor
   * limits.
   */
  readonly isUnclear: boolean;
}

/** A key, and how many were created before it. */
interface Other {
  readonly at: number;
  readonly name: string;
  readonly credential: Credential;
}

const most = 12;
/** How long a key created a moment ago with 202 may take. */
const whileMs = 1500;

/**
 * Lists webhooks with up to 12 of the keys created after the first one; refused ones are used again a while later.
 *
 * A refusal counts only while the first key is accepted. A target that drops keys for new ones drops the oldest or the
 * least recently used first, so a refused key must be newer than an accepted one; of two neighbours, which may have been
 * created concurrently, neither is newer.
 */
export async function usesOfOtherKeys(first: Credential, session: Session): Promise<OtherKeysSeen> {
  const others = spread(othersThan(first, session));
  const list = async ({ credential }: Pick<Other, 'credential'>): Promise<Answer> =>
    session.as(credential).listWebhooks();
  const listed = async (key: Other): Promise<Other & Pick<Answer, 'ok' | 'status'>> => ({
    ...key,
    ...(await list(key)),
  });
  // All are used at the same time; the results are given in creation order.
  let used = await Promise.all(others.map(listed));
  if (used.some(({ ok }) => !ok)) {
    await session.clock.wait(whileMs);
    const before = await list({ credential: first });
    used = await Promise.all(used.map(async (key) => (key.ok ? key : listed(key))));
    const isTaken = before.ok && (await list({ credential: first })).ok;
    if (!isTaken) used = used.filter(({ ok }) => ok);
  }
  const oldest = Math.min(...used.filter(({ ok }) => ok).map(({ at }) => at));
  const clear = used.filter(({ ok, at }) => ok || at > oldest + 1);
  return {
    uses: clear.map(({ name, status }) => listUse(status, `the key just made under the name ${name}`)),
    isUnclear: clear.length < used.length,
  };
}

/** Of the keys with the same name, the last: it may have replaced the others. */
function othersThan(first: Credential, { state }: Session): readonly Other[] {
  const ofName = new Map<string, Other>();
  for (const [at, { name: given, answer }] of state.creations.entries()) {
    const credential = createdCredentialIn(answer);
    if (credential === null || credential.header === first.header) continue;
    const name = textOf(given);
    const written = name.normalize('NFKC').trim().toLowerCase();
    ofName.delete(written);
    ofName.set(written, { at, name, credential });
  }
  return [...ofName.values()];
}

/** Neighbours from across the run: of two created at the same time, one is the main key's and one a created key's. */
function spread(keys: readonly Other[]): readonly Other[] {
  const pairs = Array.from({ length: Math.ceil(keys.length / 2) }, (_, pair) =>
    keys.slice(pair * 2, pair * 2 + 2),
  );
  const steps = Math.min(most / 2, pairs.length);
  return Array.from({ length: steps }, (_, step) =>
    Math.round((step * (pairs.length - 1)) / Math.max(1, steps - 1)),
  ).flatMap((pair) => pairs[pair] ?? []);
}
