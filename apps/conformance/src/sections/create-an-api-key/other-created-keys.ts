/** Uses the keys created after the first one (Authentication; Create an API key). */
import { isRecord } from '../../records/is-record.ts';
import { textOf } from '../../texts/text-of.ts';
import type { Credential } from '../../credentials/credential.ts';
import type { Answer } from '../../records/exchange.ts';
import type { Session } from '../../session/session.ts';
import { createdCredentialIn } from '../../account/first-key.ts';

/** The use of one of the keys, on the list. */
export interface OtherKeyUse {
  /** The name in its record, which holds nothing secret. */
  readonly name: string;
  readonly status: number;
}

/** The results of using them. */
export interface OtherKeysSeen {
  readonly uses: readonly OtherKeyUse[];
  /**
   * Whether one is refused that may have been dropped for another: the description mentions neither rotation nor
   * limits.
   */
  readonly isUnclear: boolean;
}

/** A key, and how many were created before it. */
interface Made {
  readonly at: number;
  readonly name: string;
  readonly credential: Credential;
}

const most = 12;
/** How long a key created a moment ago with 202 may take: the first refused one is waited for. */
const whileMs = 1500;

/**
 * Lists webhooks with up to 12 of the keys created after the first one, in creation order.
 *
 * A refusal counts only while the first key is accepted. A target that drops keys for new ones drops the oldest or
 * the least recently used first, so a refused key must be newer than an accepted one; of two neighbours, which may
 * have been created concurrently, neither is newer.
 */
export async function usesOfOtherKeys(first: Credential, session: Session): Promise<OtherKeysSeen> {
  const uses: OtherKeyUse[] = [];
  let firstTaken = Number.POSITIVE_INFINITY;
  let isUnclear = false;
  let pauseMs = whileMs;
  const others = spread(othersThan(first, session));
  // All are used at the same time; the results are given in creation order.
  const answers = await Promise.all(
    others.map(async ({ credential }) => session.as(credential).listWebhooks()),
  );
  for (const [index, { at, name, credential }] of others.entries()) {
    const answer = answers[index];
    if (answer === undefined) break;
    const use = await useBeside(first, { credential, answer }, session, pauseMs);
    if (use === 'unknown') break;
    const { ok, status, waited } = use;
    if (waited) pauseMs = 0;
    if (ok) firstTaken = Math.min(firstTaken, at);
    if (!ok && at <= firstTaken + 1) {
      isUnclear = true;
      continue;
    }
    uses.push({ name, status });
    if (!ok) break;
  }
  return { uses, isUnclear };
}

/**
 * What the answer says about a key; `unknown` if it is refused and the first one is, too.
 *
 * @param pauseMs - the wait before a refused key is retried
 */
async function useBeside(
  first: Credential,
  { credential, answer: { ok, status } }: { readonly credential: Credential; readonly answer: Answer },
  session: Session,
  pauseMs: number,
): Promise<{ readonly ok: boolean; readonly status: number; readonly waited: boolean } | 'unknown'> {
  if (ok) return { ok, status, waited: false };
  await session.clock.wait(pauseMs);
  if (!(await isTaken(first, session))) return 'unknown';
  const again = await session.as(credential).listWebhooks();
  return again.ok || (await isTaken(first, session)) ? { ...again, waited: true } : 'unknown';
}

async function isTaken(credential: Credential, session: Session): Promise<boolean> {
  return (await session.as(credential).control.listWebhooks()).ok;
}

/** Of the keys with the same name, the last: it may have replaced the others. */
function othersThan(first: Credential, session: Session): readonly Made[] {
  const ofName = new Map<string, Made>();
  for (const [at, answer] of session.state.creations.entries()) {
    const credential = createdCredentialIn(answer);
    if (credential === null || credential.header === first.header) continue;
    const record = isRecord(answer.json) ? answer.json : {};
    const name = textOf(session.state.secrets.replaceWhole(record['name']));
    const written = name.normalize('NFKC').trim().toLowerCase();
    ofName.delete(written);
    ofName.set(written, { at, name, credential });
  }
  return [...ofName.values()];
}

/** Neighbours from across the run: of two created at the same time, one is the main key's and one a created key's. */
function spread(keys: readonly Made[]): readonly Made[] {
  const pairs = Array.from({ length: Math.ceil(keys.length / 2) }, (_, pair) =>
    keys.slice(pair * 2, pair * 2 + 2),
  );
  const steps = Math.min(most / 2, pairs.length);
  return Array.from({ length: steps }, (_, step) =>
    Math.round((step * (pairs.length - 1)) / Math.max(1, steps - 1)),
  ).flatMap((pair) => pairs[pair] ?? []);
}
