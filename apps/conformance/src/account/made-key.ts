/** Creates one API key, and describes it without the key itself (Create an API key). */
import { bearer, type Credential } from '@outreach-api/model/records/credential';
import { createdKeyIn } from '@outreach-api/model/records/created-key';
import type { Answer } from '@outreach-api/model/records/exchange';
import { isRecord, type JsonObject } from '@outreach-api/model/records/is-record';
import type { Creation, KeyIdentity, KeyMaker } from '@outreach-api/model/records/key-creation';
import type { Api } from '../session/api.ts';
import type { MadeKey } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';
import { textOf } from '@outreach-api/model/texts/text-of';

/** A response to a creation, and what it says. */
export interface Made {
  readonly answer: Answer;
  readonly creation: Creation;
  /** The key as a caller; null if none came. Never to be put into an observation. */
  readonly credential: Credential | null;
}

/** A key to be created. */
export type ToMake = Pick<Creation, 'name' | 'by' | 'together'>;

/**
 * Creates one.
 *
 * @param further - what its body contains own the name
 */
export async function make(
  api: Api,
  toMake: ToMake,
  session: Session,
  further: JsonObject = {},
): Promise<Made> {
  const answer = await api.createApiKey({ name: toMake.name, ...further });
  return madeBy(answer, toMake, Object.keys(further), session);
}

/** What the answer to a creation says. */
export function madeBy(
  answer: Answer,
  toMake: ToMake,
  furtherFields: readonly string[],
  session: Session,
): Made {
  const key = createdKeyIn(answer, maskOf(session));
  const creation: Creation = { ...key, ...toMake, excuse: null, furtherFields, usedAtOnce: [] };
  return { answer, creation, credential: createdCredentialIn(answer) };
}

/** The created key in an answer, as a caller; null if none can be sent. */
export function createdCredentialIn({ ok, json }: Answer): Credential | null {
  const token = ok && isRecord(json) ? json['last_token'] : undefined;
  return typeof token === 'string' && /^[\u0021-\u007E]+$/.test(token)
    ? bearer('a key just made', token, '$OUTREACH_CREATED_KEY')
    : null;
}

/** The names of the keys that this run has created, in the order of the creations. */
export function namesGiven({ state }: Session): readonly string[] {
  return state.creations.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

/** Every name that a key of this run may have: where the answer to a creation was lost, its key may be there. */
export function usedNames({ state }: Session): ReadonlySet<unknown> {
  return new Set<unknown>([...state.keys.map(({ name }) => name), ...state.account.keys.namesPerhapsGiven]);
}

/**
 * A name that no key of this run can have: a service may accept each name once.
 *
 * @param purpose - what the key is for, in a few words
 */
export function unusedName(session: Session, purpose = ''): string {
  const used = usedNames(session);
  const name = `conformance ${session.state.id} ${purpose}`.trim();
  let candidate = name;
  for (let count = 2; used.has(candidate); count += 1) candidate = `${name} ${count}`;
  return candidate;
}

/** The keys that another account has created, but for these. */
export function othersKeys(session: Session, own: readonly Made[]): readonly Creation[] {
  const known = new Set(own.map(({ answer }) => answer));
  return session.state.keys
    .filter(({ by, answer }) => by === 'other account' && !known.has(answer))
    .map((key) => creationOf(key, 'another account', session));
}

/** The last key that a created key has created; none if there is none. */
export function lastByACreatedKey(session: Session): readonly Creation[] {
  const last = session.state.keys.findLast(({ by }) => by === 'created key');
  return last === undefined ? [] : [creationOf(last, 'created key', session)];
}

function creationOf({ answer, name }: MadeKey, by: KeyMaker, session: Session): Creation {
  return madeBy(answer, { name: textOf(name), by, together: false }, [], session).creation;
}

/** All keys that the session has created, as whichever account. */
export function allKeysOf(session: Session, together: readonly Made[]): readonly KeyIdentity[] {
  const answers = session.state.keys.filter(({ by }) => by !== 'intruder').map(({ answer }) => answer);
  return answers.map((answer) => ({
    jti: shownJti(answer, answers, session),
    fingerprint: createdKeyIn(answer, maskOf(session)).token?.fingerprint ?? null,
    together: together.some((made) => made.answer === answer),
  }));
}

/** The jti of a key; if it contains a credential, which must not be shown, a stand-in numbered within this session. */
function shownJti(answer: Answer, all: readonly Answer[], session: Session): unknown {
  const jti = jtiIn(answer);
  const masked = maskOf(session)(jti);
  return typeof jti === 'string' && masked !== jti
    ? `${textOf(masked)} ${all.findIndex((other) => jtiIn(other) === jti) + 1}`
    : masked;
}

function jtiIn({ json }: Answer): unknown {
  return isRecord(json) ? json['jti'] : undefined;
}

/** Replaces credentials in what is kept. */
function maskOf({ state }: Session): (value: unknown) => unknown {
  return (value) => state.secrets.replaceWhole(value);
}
