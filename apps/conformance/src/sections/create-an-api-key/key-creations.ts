/** Creates API keys, some at the same time (Create an API key; Authentication). */
import * as fc from 'fast-check';
import { Unmet, whereUnmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { misleadingNames, unusualNames } from '@outreach-api/model/texts/misleading-names';
import { ordinaryText, textsOfEachKind } from '@outreach-api/model/texts/ordinary-text';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { KeyMaker } from '@outreach-api/model/records/key-creation';
import type { Api } from '../../session/api.ts';
import { defineFinding } from '../../session/finding.ts';
import type { Session } from '../../session/session.ts';
import { isMet } from '../../target/needs.ts';
import type { Target } from '../../target/target.ts';
import { firstCreation, type FirstCreation } from '../../account/first-key.ts';
import {
  allKeysOf,
  createdCredentialIn,
  make,
  namesGiven,
  othersKeys,
  usedNames,
  type Made,
} from '../../account/made-key.ts';
import { openConnections } from '../../account/open-connections.ts';
import { createOrExplain, nameToUse } from '../../account/refused-key.ts';
import type { CreationsSeen } from './keys-seen.ts';

/** A key to be created. */
interface KeyAsked {
  readonly name: string;
  /** The replacement is a key that a created key has created; while there is none, that key takes its place. */
  readonly by: KeyMaker | 'its replacement';
}

/** Keys to be created at the same time. */
export interface KeysAsked {
  readonly together: readonly KeyAsked[];
  /** Set if the body names another team and another user. */
  readonly naming?: 'another owner';
}

/**
 * Keys that are reserved for checks that only a key makes possible: one whose body names another owner and one of an
 * empty name; one of another account, to be used; one created while the account is limited, and its control; one run of
 * this experiment that a gateway's answer makes worthless.
 */
const reserved = { late: 2, ofOthers: 1, underALimit: 2, ofALostRun: 2 };
const [hardestText = '', ...otherTexts] = textsOfEachKind;
const shortestText = 'Q';
/** With few keys, this is the only pair. */
export const onlyPair = pairOf(hardestText, shortestText);
/**
 * The same name twice at the same time, and once more: two keys with one name are still two keys. Another account
 * creates one at the same moment: each is of its own team.
 */
const ofOneName: KeysAsked = {
  together: [
    { name: shortestText, by: 'main key' },
    { name: shortestText, by: 'its replacement' },
    { name: 'of another account', by: 'another account' },
  ],
};
/** Others are as long or as short, and have their letters and signs. */
const likeOthers: readonly string[] = ['x'.repeat(49).concat('9'), "O'Neil-Łoś"];
const furtherTexts = [
  ...otherTexts.filter((text) => Array.from(text).length > 1 && !likeOthers.includes(text)),
  ...unusualNames,
  ...misleadingNames,
];
/**
 * In the other letter case, an earlier name is another name, and so is one of as many other letters of 4 bytes: nothing
 * is left of either in an address, and some databases take them for equal. One is given again by the same caller. Where
 * no name is taken twice, only here does a key of another account meet one of ours.
 */
const inOtherLetters: KeysAsked = {
  together: [
    ...pairOf(shortestText.toLowerCase(), '𐌰'.repeat(50)).together,
    { name: shortestText, by: 'created key' },
    { name: 'of another account again', by: 'another account' },
  ],
};

function pairOf(byMainKey: string, byCreatedKey: string): KeysAsked {
  return {
    together: [
      { name: byMainKey, by: 'main key' },
      { name: byCreatedKey, by: 'created key' },
    ],
  };
}

export const keyCreations = defineExperiment<KeysAsked, CreationsSeen>({
  name: 'key-creations',
  does: 'creates API keys at the same time, with the main key and with created keys, under names of each kind',
  needs: ['createApiKeys'],
  phase: 'change',
  changes: ['keys'],
  given: fc.tuple(ordinaryText(), ordinaryText()).map(([one, other]) => pairOf(one, other)),
  first: [onlyPair, ofOneName],
  inTurn: [
    inOtherLetters,
    ...furtherTexts.flatMap((text, index) =>
      index % 2 === 0 ? [pairOf(text, furtherTexts[index + 1] ?? text)] : [],
    ),
  ],
  runs: 0,
  // A run creates two if it can, but one must be enough to see something.
  cost: { createApiKeys: 1 },
  costly: true,
  probe: async (asked, session) => {
    const first = await firstOrAgain(session);
    const left = session.state.budgets.left('createApiKeys') - keptFor(asked, session);
    const givenBefore = namesGiven(session);
    const made = left < 1 ? [] : await makeTogether(first, asked, left, session);
    // The first key says enough, once.
    if (made.length === 0 && (!isOnlyPair(asked) || session.readsAfresh))
      throw new Unmet('the number of API keys that may be created (`allow.createApiKeys`) is used up');
    return { ...seenOf(first, made, session), givenBefore };
  },
});

/** The first creation; retried if refused, since it may have been requested outside this experiment. */
async function firstOrAgain(session: Session): Promise<FirstCreation> {
  const first = await firstCreation.in(session);
  return first.created.accepted ? first : firstCreation.again(session);
}

/** What is seen of the first key, and of those that were made. */
export function seenOf(first: FirstCreation, made: readonly Made[], session: Session): CreationsSeen {
  const together = made.filter(({ creation }) => creation.together && creation.by !== 'another account');
  return {
    creations: [first.created, ...made.map(({ creation }) => creation), ...othersKeys(session, made)],
    allKeys: allKeysOf(session, together),
    givenBefore: [],
    noNameTwice: session.state.account.keys.areNamedOnce,
  };
}

async function makeTogether(
  first: FirstCreation,
  { together: asked }: KeysAsked,
  left: number,
  session: Session,
): Promise<readonly Made[]> {
  const most = Math.min(left, Math.max(2, session.mostAtOnce));
  const callers = asked.flatMap(({ name, by }) => {
    const caller = callerFor(by, first, session);
    return caller === null ? [] : [{ ...caller, name }];
  });
  const ours = callers.filter(({ by }) => by !== 'another account').slice(-most);
  // If only one is left, the created key creates it, under the first name: that reveals more.
  const able =
    most < callers.length ? ours.map((one, index) => ({ ...one, name: asked[index]?.name ?? '' })) : callers;
  const together = able.length > 1 && session.mostAtOnce > 1;
  if (together) await connections.in(session).catch(whereUnmet(null));
  const asking = session.simultaneously(
    able.map(({ as, by, name }) => async (own: Session) => ({
      api: as(session),
      answered: await make(as(own), { name: nameToUse(name, session), by, together }, session),
    })),
  );
  const made: Made[] = [];
  // One after the other: what was refused in parallel should run alone.
  for (const { api, answered } of await Promise.all(asking)) {
    const { creation, answer } = answered;
    const { name, by, accepted } = creation;
    const isAccident = session.state.whoseAnswer.isAccident('createApiKey', classOf(answer));
    // By an earlier one, or by the one in progress at the same time.
    const isRepeated = namesGiven(session).includes(name);
    if (accepted || isAccident) made.push(answered);
    else if (by !== 'another account')
      made.push(await createOrExplain(api, { name, by, together }, answered, isRepeated, session));
  }
  return made;
}

const connections = defineFinding(async (session) => openConnections(session, 2));

/** How a key is to be created by one of these callers; null if there is none. */
function callerFor(
  by: KeyAsked['by'],
  { credential }: FirstCreation,
  session: Session,
): { readonly by: KeyMaker; readonly as: (own: Session) => Api } | null {
  if (by === 'main key') return { by, as: (own) => own.api };
  if (by === 'another account')
    return session.target.otherAccountToken === null ? null : { by, as: (own) => own.otherAccount };
  if (credential === null) return null;
  const replacement = session.state.keys.findLast((key) => key.by === 'created key');
  const key =
    by === 'its replacement' && replacement !== undefined ? createdCredentialIn(replacement.answer) : null;
  return { by: 'created key', as: (own) => own.as(key ?? credential).with({ writes: 'in ASCII' }) };
}

function isOnlyPair({ together }: KeysAsked): boolean {
  return together.some(({ name }) => name === hardestText);
}

/** Whether one name is meant to be given twice. */
function isOfOneName(asked: KeysAsked['together']): boolean {
  return new Set(asked.map(({ name }) => name)).size < asked.length;
}

/** After the first pair, names give way to what is reserved; after the second one, also to a repeated run. */
function keptFor(asked: KeysAsked, session: Session): number {
  if (isOnlyPair(asked) && session.state.creations.length < 2 && !session.readsAfresh) return 0;
  const used = usedNames(session);
  const isRepetition = isOfOneName(asked.together) || asked.together.every(({ name }) => used.has(name));
  return keysReserved(session.target) + (isRepetition ? 0 : reserved.ofALostRun);
}

/** How many keys are reserved for what comes after these creations. */
export function keysReserved(target: Target): number {
  return (
    reserved.late +
    (target.otherAccountToken === null ? 0 : reserved.ofOthers) +
    (isMet('flood', target) ? reserved.underALimit : 0)
  );
}
