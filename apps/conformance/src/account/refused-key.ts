/** Finds out why an API key was refused, and creates it after all if the reason was not its name. */
import { eventually } from '@outreach-api/engine';
import { isFreeAgain } from '@outreach-api/model/bounds';
import { misleadingNames } from '@outreach-api/model/texts/misleading-names';
import { namesLike, oneIdeograph } from '@outreach-api/model/texts/names-like';
import { isOrdinaryText } from '@outreach-api/model/texts/ordinary-text';
import type { Api } from '../session/api.ts';
import { classOf, isRefusedForNow, mayBeBusy } from '@outreach-api/model/records/answer-class';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Excuse } from '@outreach-api/model/records/key-creation';
import type { Session } from '../session/session.ts';
import { demandAccess } from './first-key.ts';
import { make, usedNames, type Made, type ToMake } from './made-key.ts';

/**
 * Creates a key that was refused; if it is refused again, finds out why.
 *
 * @param isRepeated - whether its name was given before, on purpose
 */
export async function createOrExplain(
  api: Api,
  toMake: ToMake,
  made: Made,
  isRepeated: boolean,
  session: Session,
): Promise<Made> {
  const excused = (excuse: Excuse | null): Made => ({ ...made, creation: { ...made.creation, excuse } });
  if (!isOrdinaryText(toMake.name)) return excused('no ordinary text');
  const { last: alone } = await eventually(
    session.state,
    isFreeAgain,
    async () => make(api, { ...toMake, together: false }, session),
    ({ answer }) => !isRefusedForNow(classOf(answer)),
  );
  // The refusal did not concern the key.
  if (alone.creation.accepted) return isPassing(toMake, made.answer, session) ? alone : made;
  if (isRepeated) return excused('the name was given before');
  const { account, creations } = session.state;
  const wereAllMade = creations.length === account.keys.mostEver;
  if (wereAllMade && !(await plainKey(session)).creation.accepted) return excused('no more keys');
  const standIn = await oneOfALikeName(api, toMake, alone.answer.status, session);
  return standIn ?? excused(await excuseFor(api, toMake, session));
}

/**
 * Whether the refusal says nothing, given that the key was accepted alone: the target may accept only one write at a
 * time. A server failure may pass too, which shows only if it can be retried.
 */
function isPassing({ together }: ToMake, answer: Answer, { state }: Session): boolean {
  const came = classOf(answer);
  const isLast = state.budgets.left('createApiKeys') < 2;
  return (together && mayBeBusy(came)) || isRefusedForNow(came) || (isLast && came.effect === 'perhaps');
}

/**
 * A key with a name like the refused one, for a target that accepts no name twice: an earlier run may have used that
 * name, and keys can neither be listed nor revoked. If names of one character were used up by earlier runs, the like
 * one is any other character. Null if like names are refused too, or a repeated one is not refused as this one was.
 */
async function oneOfALikeName(
  api: Api,
  { name, by }: ToMake,
  refusal: number,
  session: Session,
): Promise<Made | null> {
  const { budgets, account } = session.state;
  const isExhausted = account.keys.areNamedOnce && Array.from(name).length === 1;
  const ideograph = isExhausted ? [oneIdeograph(seedOf(session))] : [];
  for (const candidate of [...newNamesLike(name, session), ...ideograph]) {
    const like = { name: candidate, by, together: false };
    const made = await make(api, like, session);
    if (!made.creation.accepted) continue;
    if (budgets.left('createApiKeys') === 0) return ideograph.includes(candidate) ? null : made;
    const { answer } = await make(api, like, session);
    if (answer.status !== refusal && classOf(answer).by === 'service') return null;
    account.keys.areNamedOnce = true;
    return made;
  }
  return null;
}

/**
 * The name itself; one like it if an earlier run may have used it, so that two keys can be created at the same time. A
 * name that means something with just these letters stays.
 */
export function nameToUse(name: string, session: Session): string {
  const mayBeUsed =
    session.state.account.keys.areNamedOnce && isOrdinaryText(name) && !misleadingNames.includes(name);
  return mayBeUsed ? (newNamesLike(name, session)[0] ?? name) : name;
}

/** Names of the same class that were not used in this session; they differ in each session. */
export function newNamesLike(name: string, session: Session): readonly string[] {
  const used = usedNames(session);
  return namesLike(name, seedOf(session)).filter((one) => !used.has(one));
}

function seedOf({ state }: Session): number {
  return (Number.parseInt(state.id, 16) + state.creations.length) | 0;
}

/** Lists with a created key, tries it as the main key, then under a plain name. */
async function excuseFor(api: Api, { name, by }: ToMake, session: Session): Promise<Excuse | null> {
  const { account, creations } = session.state;
  if (by === 'created key') {
    // It may have been replaced by one that a gateway hid.
    if (!(await api.control.listWebhooks()).ok) return 'the caller';
    const { answer, creation } = await keyOfMainKey(name, session);
    if (creation.accepted) return 'the caller';
    if (classOf(answer).by === 'gateway') return 'a gateway';
  }
  if ((await plainKey(session)).creation.accepted) return null;
  if (creations.length > 0) {
    account.keys.mostEver = creations.length;
    return 'no more keys';
  }
  // If none was ever created, the operation itself does not work.
  await demandAccess(session);
  return null;
}

/** Under a name that is short and has no digits: a service may refuse long names, or digits, wrongly. */
async function plainKey(session: Session): Promise<Made> {
  const used = usedNames(session).size.toString(16);
  return keyOfMainKey(`Key${inLetters(session.state.id)}${inLetters(used)}`, session);
}

/** A hexadecimal number written in letters only. */
function inLetters(hexadecimal: string): string {
  return hexadecimal.replaceAll(/\d/gu, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}

async function keyOfMainKey(name: string, session: Session): Promise<Made> {
  return make(session.api.control, { name, by: 'main key', together: false }, session);
}
