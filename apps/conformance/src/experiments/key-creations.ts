/** Creates API keys, two at the same time (Create an API key). */
import * as fc from 'fast-check';
import { misleadingNames, unusualNames } from '../arbitraries/misleading-names.ts';
import { namesLike, oneIdeograph } from '../arbitraries/names-like.ts';
import { boundaryTexts, isOrdinaryText, ordinaryText } from '../arbitraries/ordinary-text.ts';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { createdKeyIn, type CreatedKey } from '../records/created-key.ts';
import { isRecord } from '../records/is-record.ts';
import { textOf } from '../records/text-of.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../session/exchange.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { firstCreation, type FirstCreation } from './first-key.ts';

/** The names that two keys are given, which are made at the same time: by the main key, and by a created one. */
export interface TwoNames {
  readonly byMainKey: string;
  /** Null: the name of the session's first key once more. */
  readonly byCreatedKey: string | null;
}

/** One creation, and what came of it. */
export interface Creation extends CreatedKey {
  /** The name that was sent; where the one to try was given in an earlier run perhaps, one like it. */
  readonly name: string;
  readonly by: 'main key' | 'created key';
  /** Whether it was under way together with the other one of its run. */
  readonly together: boolean;
  /** Why its refusal says nothing about its name; null where it does, or where it was not refused. */
  readonly excuse: Excuse | null;
}

/**
 * Why a refusal says nothing about a name: the main key was taken with the same request; a key of this name was made
 * before, and the description does not say that names may come twice; no key can be made any more, whatever its
 * name, and it does not say how many there may be; or the name is no ordinary text, and what else is taken is open.
 */
export type Excuse = 'the caller' | 'the name was given before' | 'no more keys' | 'no ordinary text';

/** What tells one created key from another. */
export interface KeyIdentity {
  readonly jti: unknown;
  /** Equal exactly for equal tokens; null where none came. */
  readonly fingerprint: string | null;
  readonly together: boolean;
}

/** The creations of one run, and all keys of the session. */
export interface CreationsSeen {
  /** The first key of the session, then those of this run. */
  readonly creations: readonly Creation[];
  readonly allKeys: readonly KeyIdentity[];
}

const [hardestText = '', ...otherTexts] = boundaryTexts;
// The name of the first key again, so that keys of one name are told apart too; not at the same time as another of
// it, since then a mix-up of two names would not be seen.
const boundaries: readonly TwoNames[] = [
  { byMainKey: hardestText, byCreatedKey: null },
  { byMainKey: 'Q', byCreatedKey: hardestText },
  ...inPairs(otherTexts.filter((text) => text !== 'Q')),
  // Last: what few keys tell comes first.
  ...unusualNames.map((byMainKey, index) => ({
    byMainKey,
    byCreatedKey: misleadingNames[index] ?? byMainKey,
  })),
];
const unavailable = 503;
/** Sessions whose first key was judged already. */
const judged = new WeakSet<SessionState>();
const given = new WeakMap<SessionState, string[]>();
/** Sessions in which a created key has made a key. */
const createdByKey = new WeakSet<SessionState>();
/** Sessions in which a name was found to be taken by an earlier run. */
const runBefore = new WeakSet<SessionState>();

/** Creates two API keys at the same time, one with the main key and one with a key just made (Create an API key). */
export const keyCreations = defineExperiment<TwoNames, CreationsSeen>({
  name: 'key-creations',
  needs: ['createApiKeys'],
  phase: 'change',
  changes: ['keys'],
  given: fc.record({ byMainKey: ordinaryText(), byCreatedKey: ordinaryText() }),
  first: boundaries,
  runs: 2,
  // A run makes two where it can, but one must be enough to see something.
  cost: { createApiKeys: 1 },
  costly: true,
  probe: async (names, session) => {
    const first = await firstOrUnmet(session);
    const made = await makeTwo(first, names, session);
    if (made.length === 0 && judged.has(session.state)) {
      throw new Unmet('the number of API keys that may be created (`allow.createApiKeys`) is used up');
    }
    judged.add(session.state);
    const madeTogether = new Set(made.flatMap(({ answer, creation }) => (creation.together ? [answer] : [])));
    const mask = maskOf(session);
    return {
      creations: [
        { ...first.created, name: first.name, by: 'main key', together: false, excuse: null },
        ...made.map(({ creation }) => creation),
      ],
      allKeys: session.state.creations.map((answer, _, all) => {
        const { token } = createdKeyIn(answer, mask);
        const jti = shownJti(answer, all, mask);
        return { jti, fingerprint: token?.fingerprint ?? null, together: madeTogether.has(answer) };
      }),
    };
  },
});

/** The jti of a key; where a credential is in it, which is not to be shown, with a number of its own in this session. */
function shownJti(answer: Answer, all: readonly Answer[], mask: (value: unknown) => unknown): unknown {
  const jti = jtiIn(answer);
  const masked = mask(jti);
  return typeof jti === 'string' && masked !== jti
    ? `${textOf(masked)} ${all.findIndex((other) => jtiIn(other) === jti) + 1}`
    : masked;
}

function jtiIn({ json }: Answer): unknown {
  return isRecord(json) ? json['jti'] : undefined;
}

/** Whether a created key has made a key in this session. */
export function createdKeyHasCreated(session: Session): boolean {
  return createdByKey.has(session.state);
}

/** The first creation; a refused one is tried again, since others than this experiment may have asked for it. */
async function firstOrUnmet(session: Session): Promise<FirstCreation> {
  const first = await firstCreation.in(session);
  if (first.created.accepted) return first;
  firstCreation.forget(session);
  const second = await firstCreation.in(session);
  if (second.created.accepted) return second;
  await demandAccess(session).catch((error: unknown) => {
    // For those who ask later.
    firstCreation.forget(session);
    throw error;
  });
  return second;
}

/**
 * Where the main key may not even list, nothing is said of creating.
 *
 * @throws Unmet where the list is refused
 */
async function demandAccess(session: Session): Promise<void> {
  const list = await session.api.control.listWebhooks();
  if (list.ok) return;
  throw new Unmet(`creating an API key was refused, and so was the list of webhooks, with ${list.status}`);
}

interface Made {
  readonly answer: Answer;
  readonly creation: Creation;
}

async function makeTwo(first: FirstCreation, names: TwoNames, session: Session): Promise<readonly Made[]> {
  const left = session.state.budgets.left('createApiKeys');
  const together = first.credential !== null && left > 1;
  const callers: (ToMake & { readonly api: Api })[] = [];
  // Where there is but one left, it is made with the created key: that tells more.
  if (together || (first.credential === null && left > 0)) {
    callers.push({ api: session.api, name: toGive(names.byMainKey, session), by: 'main key', together });
  }
  if (first.credential !== null && left > 0) {
    const own = together ? names.byCreatedKey : names.byMainKey;
    const name = own === null ? first.name : toGive(own, session);
    callers.push({ api: session.as(first.credential), name, by: 'created key', together });
  }
  const before = [...namesIn(session)];
  const asked = await Promise.all(
    callers.map(async ({ api, ...one }) => ({ api, one, made: await make(api, one, session) })),
  );
  // One after the other: what was refused beside another is to be alone.
  const made: Made[] = [];
  for (const { api, one, made: answered } of asked) {
    const isRepeated = before.includes(one.name);
    made.push(
      answered.creation.accepted ? answered : await madeOrWhyNot(api, one, answered, isRepeated, session),
    );
  }
  return made;
}

type ToMake = Pick<Creation, 'name' | 'by' | 'together'>;

/** Makes one that was refused; where it still is, it is found out why. */
async function madeOrWhyNot(
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
  const isSaidToBeBusy = status < 500 || status === unavailable;
  return (together && isSaidToBeBusy) || (status >= 500 && state.budgets.left('createApiKeys') < 2);
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
    runBefore.add(session.state);
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
  if (!runBefore.has(session.state) || Array.from(name).length > 1) return null;
  const another = { name: oneIdeograph(seedOf(session)), by, together: false } as const;
  const made = await make(api, another, session);
  if (!made.creation.accepted || session.state.budgets.left('createApiKeys') === 0) return null;
  const repeated = await make(api, another, session);
  return repeated.answer.status === refusal ? made : null;
}

/** The name itself; one like it where an earlier run has given it, so that two can be made at the same time. */
function toGive(name: string, session: Session): string {
  const mayBeTaken = runBefore.has(session.state) && isOrdinaryText(name);
  return mayBeTaken ? (newNamesLike(name, session)[0] ?? name) : name;
}

/** Names of the class of this one that were not given in this session; others in each session. */
function newNamesLike(name: string, session: Session): readonly string[] {
  const known = namesIn(session);
  return namesLike(name, seedOf(session)).filter((one) => !known.includes(one));
}

function seedOf(session: Session): number {
  return (Number.parseInt(session.state.id, 16) + namesIn(session).length) | 0;
}

async function make(api: Api, creation: ToMake, session: Session): Promise<Made> {
  const answer = await api.createApiKey({ name: creation.name });
  if (answer.ok) namesIn(session).push(creation.name);
  if (answer.ok && creation.by === 'created key') createdByKey.add(session.state);
  return { answer, creation: { ...createdKeyIn(answer, maskOf(session)), ...creation, excuse: null } };
}

/** Tries it as the main key, then under a plain name. */
async function excuseFor({ name, by }: ToMake, session: Session): Promise<Excuse | null> {
  const asMainKey = async (text: string): Promise<boolean> => {
    const toMake = { name: text, by: 'main key', together: false } as const;
    return (await make(session.api.control, toMake, session)).creation.accepted;
  };
  if (by === 'created key' && (await asMainKey(name))) return 'the caller';
  if (await asMainKey(`conformance ${session.state.id} ${namesIn(session).length}`)) return null;
  if (session.state.creations.length > 0) return 'no more keys';
  // Where none was ever made, it is the operation that does not work.
  await demandAccess(session);
  return null;
}

/** The names of the keys that this experiment has made, and of the first one. */
function namesIn({ state }: Session): string[] {
  const known = given.get(state) ?? [`conformance ${state.id}`];
  given.set(state, known);
  return known;
}

function maskOf(session: Session): (value: unknown) => unknown {
  return (value) => session.state.secrets.maskAll(value);
}

function inPairs(texts: readonly string[]): readonly TwoNames[] {
  return texts.flatMap((byMainKey, index) => {
    const byCreatedKey = texts[index + 1] ?? byMainKey;
    return index % 2 === 0 ? [{ byMainKey, byCreatedKey }] : [];
  });
}
