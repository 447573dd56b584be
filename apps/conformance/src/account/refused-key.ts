/** Finds out why an API key was refused, and creates it after all if the reason was not its name. */
import { classOf, mayBeBusy } from '../records/answer-class.ts';
import { namesLike, oneIdeograph } from '../texts/names-like.ts';
import { isOrdinaryText } from '../texts/ordinary-text.ts';
import { Unmet } from '../engine/unmet.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import { make, type Made, type ToMake } from './made-key.ts';
import type { Excuse } from '../records/key-creation.ts';

/** Creates a key that was refused; if it is refused again, finds out why. */
export async function createOrExplain(
  api: Api,
  toMake: ToMake,
  made: Made,
  isRepeated: boolean,
  session: Session,
): Promise<Made> {
  if (!isOrdinaryText(toMake.name))
    return { ...made, creation: { ...made.creation, excuse: 'no ordinary text' } };
  const alone = await make(api, { ...toMake, together: false }, session);
  // The refusal did not concern the key.
  if (alone.creation.accepted) return isPassing(toMake, made.answer, session) ? alone : made;
  if (isRepeated) return { ...made, creation: { ...made.creation, excuse: 'the name was given before' } };
  const standIn =
    (await oneOfALikeName(api, toMake, session)) ??
    (await oneOfAnotherCharacter(api, toMake, session, made.answer.status));
  return standIn ?? { ...made, creation: { ...made.creation, excuse: await excuseFor(toMake, session) } };
}

/**
 * Whether the refusal says nothing, given that the key was accepted alone: the target may accept only one at a time. A
 * server failure may pass too, which shows only if it can be retried.
 */
function isPassing({ together }: ToMake, answer: Answer, { state }: Session): boolean {
  const came = classOf(answer);
  const isLast = state.budgets.left('createApiKeys') < 2;
  return (together && mayBeBusy(came)) || (isLast && came.effect === 'perhaps');
}

/**
 * A key with a name like the refused one, for a target that accepts no name twice: an earlier run may have used that
 * name, and keys can neither be listed nor revoked. Null if a like name is refused too, or names may repeat.
 */
async function oneOfALikeName(api: Api, toMake: ToMake, session: Session): Promise<Made | null> {
  const { budgets } = session.state;
  for (const name of newNamesLike(toMake.name, session)) {
    const like = { name, by: toMake.by, together: false } as const;
    const made = await make(api, like, session);
    if (!made.creation.accepted) continue;
    const isTakenTwice =
      budgets.left('createApiKeys') > 0 && (await make(api, like, session)).creation.accepted;
    if (isTakenTwice) return null;
    session.state.account.keys.hasNamesOfEarlierRuns = true;
    return made;
  }
  return null;
}

/**
 * A key named by another character, if a name of one character is refused as a repeated name is: earlier runs may have
 * used all names like it. Null if that is refused too, or if a repeated name is answered otherwise.
 */
async function oneOfAnotherCharacter(
  api: Api,
  { name, by }: ToMake,
  session: Session,
  refusal: number,
): Promise<Made | null> {
  if (!session.state.account.keys.hasNamesOfEarlierRuns || Array.from(name).length > 1) return null;
  const another = { name: oneIdeograph(seedOf(session)), by, together: false } as const;
  const made = await make(api, another, session);
  if (!made.creation.accepted || session.state.budgets.left('createApiKeys') === 0) return null;
  const repeated = await make(api, another, session);
  return repeated.answer.status === refusal ? made : null;
}

/**
 * The name itself; one like it if an earlier run has used it, so that two keys can be created at the same time.
 *
 * @param given - names that the session is known to have given for the same purpose
 */
export function nameToUse(name: string, session: Session, given: readonly string[] = []): string {
  const isTaken = session.state.account.keys.hasNamesOfEarlierRuns || given.includes(name);
  return isTaken && isOrdinaryText(name) ? (newNamesLike(name, session)[0] ?? name) : name;
}

/** Names of the same class that were not used in this session; they differ in each session. */
function newNamesLike(name: string, session: Session): readonly string[] {
  const known = session.state.account.keys.names;
  return namesLike(name, seedOf(session)).filter((one) => !known.includes(one));
}

function seedOf(session: Session): number {
  return (Number.parseInt(session.state.id, 16) + session.state.account.keys.names.length) | 0;
}

/** Tries it as the main key, then under a plain name. */
async function excuseFor({ name, by }: ToMake, session: Session): Promise<Excuse | null> {
  const asMainKey = async (text: string): Promise<Made> =>
    make(session.api.control, { name: text, by: 'main key', together: false }, session);
  if (by === 'created key') {
    const { answer, creation } = await asMainKey(name);
    if (creation.accepted) return 'the caller';
    if (classOf(answer).by === 'gateway') return 'a gateway';
  }
  const plain = await asMainKey(`conformance ${session.state.id} ${session.state.account.keys.names.length}`);
  if (plain.creation.accepted) return null;
  if (session.state.creations.length > 0) return 'no more keys';
  // If none was ever created, the operation itself does not work.
  await demandAccess(session);
  return null;
}

/**
 * If the main key may not even list, nothing can be said about creating.
 *
 * @throws Unmet if the list is refused
 */
export async function demandAccess(session: Session): Promise<void> {
  const list = await session.api.control.listWebhooks();
  if (list.ok) return;
  throw new Unmet(`creating an API key was refused, and so was the list of webhooks, with ${list.status}`);
}
