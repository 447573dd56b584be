/** Finds out why an API key was refused, and makes it all the same where that was no reason of its name. */
import { namesLike, oneIdeograph } from '../texts/names-like.ts';
import { isOrdinaryText } from '../texts/ordinary-text.ts';
import { Unmet } from '../engine/unmet.ts';
import type { Api } from '../session/api.ts';
import { isGatewayFailure, mayBeBusy, type Answer } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import { make, type Excuse, type Made, type ToMake } from './made-key.ts';

/** Makes one that was refused; where it still is, it is found out why. */
export async function madeOrWhyNot(
  api: Api,
  toMake: ToMake,
  made: Made,
  isRepeated: boolean,
  session: Session,
): Promise<Made> {
  if (!isOrdinaryText(toMake.name))
    return { ...made, creation: { ...made.creation, excuse: 'no ordinary text' } };
  const alone = await make(api, { ...toMake, together: false }, session);
  // It was refused for no reason of its own.
  if (alone.creation.accepted) return isPassing(toMake, made.answer, session) ? alone : made;
  if (isRepeated) return { ...made, creation: { ...made.creation, excuse: 'the name was given before' } };
  const standIn =
    (await oneOfALikeName(api, toMake, session)) ??
    (await oneOfAnotherCharacter(api, toMake, session, made.answer.status));
  return standIn ?? { ...made, creation: { ...made.creation, excuse: await excuseFor(toMake, session) } };
}

/**
 * Whether the refusal of what was taken alone says nothing: one at a time may be all that is taken. A failure of the
 * server may be passing, too, which shows only where it can be tried again.
 */
function isPassing({ together }: ToMake, { status }: Answer, { state }: Session): boolean {
  return (together && mayBeBusy(status)) || (status >= 500 && state.budgets.left('createApiKeys') < 2);
}

/**
 * A key of a name like the refused one, where the target takes no name twice: an earlier run may have given that one,
 * and there is no way to list keys or to revoke them. Null where a like name is refused too, or a name may come twice.
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
 * A key named by another character, where a name of one character is refused as a repeated name is: earlier runs may
 * have given all that are like it. Null where that is refused too, or where a repeated name is answered otherwise.
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

/** The name itself; one like it where an earlier run has given it, so that two can be made at the same time. */
export function toGive(name: string, session: Session): string {
  const mayBeTaken = session.state.account.keys.hasNamesOfEarlierRuns && isOrdinaryText(name);
  return mayBeTaken ? (newNamesLike(name, session)[0] ?? name) : name;
}

/** Names of the class of this one that were not given in this session; others in each session. */
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
    if (isGatewayFailure(answer.status)) return 'a gateway';
  }
  const plain = await asMainKey(`conformance ${session.state.id} ${session.state.account.keys.names.length}`);
  if (plain.creation.accepted) return null;
  if (session.state.creations.length > 0) return 'no more keys';
  // Where none was ever made, it is the operation that does not work.
  await demandAccess(session);
  return null;
}

/**
 * Where the main key may not even list, nothing is said of creating.
 *
 * @throws Unmet where the list is refused
 */
export async function demandAccess(session: Session): Promise<void> {
  const list = await session.api.control.listWebhooks();
  if (list.ok) return;
  throw new Unmet(`creating an API key was refused, and so was the list of webhooks, with ${list.status}`);
}
