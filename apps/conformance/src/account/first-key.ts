/**
 * The first key that a session creates, for all that need one, and the last one, for those that need no key of their
 * own.
 */
import { eventually, Unmet, whereUnmet } from '@outreach-api/engine';
import { failurePasses, laterChange } from '@outreach-api/model/bounds';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Creation } from '@outreach-api/model/records/key-creation';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Api } from '../session/api.ts';
import { classOf, isRefusedForNow, mayPass } from '@outreach-api/model/records/answer-class';
import type { Answer } from '@outreach-api/model/records/exchange';
import { defineMaking } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import { createdCredentialIn, madeBy, unusedName, type Made } from './made-key.ts';

/** The first creation of a session, whatever its result, and the key as a caller: null if none came. */
export interface FirstCreation {
  readonly created: Creation;
  /** Never to be put into an observation. */
  readonly credential: Credential | null;
}

/** A key that the session has created. */
export interface FirstKey extends FirstCreation {
  readonly credential: Credential;
}

/** A field that says nothing about whose key it is or what it may do. */
const furtherField = 'label';

/**
 * One key created with the main key, once in a session, for all that need a created key: keys cannot be revoked. Spends
 * one of `allow.createApiKeys` at its first use (Create an API key). If further keys are to follow, its body contains
 * more than the name: a fault this causes shows without spending a separate key. Where the list is refused, too, a
 * refusal says nothing: it is tried again at the next use.
 */
export const firstCreation = defineMaking(async (session: Session): Promise<FirstCreation> => {
  const made = await createFirst(session);
  if (!made.answer.ok) await demandAccess(session);
  return { created: await usedAtOnce(made, session), credential: made.credential };
});

/** A creation under a name, and the response to it. */
interface Named {
  readonly name: string;
  readonly answer: Answer;
}

async function createFirst(session: Session): Promise<Made> {
  const create = async (further: JsonObject): Promise<Named> =>
    createNamed(session.api.control, '', further, session);
  const madeFrom = ({ name: given, answer }: Named, furtherFields: readonly string[]): Made =>
    madeBy(answer, { name: given, by: 'main key', together: false }, furtherFields, session);
  if (session.state.budgets.left('createApiKeys') < 2) return madeFrom(await create({}), []);
  const more = await create({ [furtherField]: unusedName(session) }).catch(whereUnmet(null));
  if (more?.answer.ok === true) return madeFrom(more, [furtherField]);
  const { by, concerns } = classOf(more?.answer);
  return madeFrom(await create({}), by !== 'service' || concerns === 'the caller' ? [] : [furtherField]);
}

/**
 * Creates a key under a name that none can have; once more if a gateway answered, since the key may have been created
 * anyway.
 *
 * @param purpose - see {@link unusedName}
 */
export async function createNamed(
  api: Api,
  purpose: string,
  further: JsonObject,
  session: Session,
  mayTryAgain = true,
): Promise<Named> {
  const name = unusedName(session, purpose);
  const create = async (): Promise<Answer> => api.createApiKey({ name, ...further });
  const { last: answer } = await eventually(session.state, failurePasses, create, isNotBusy);
  const mayBeMade = classOf(answer).by === 'gateway';
  const isTriedAgain = mayBeMade && mayTryAgain && session.state.budgets.left('createApiKeys') > 0;
  return isTriedAgain ? createNamed(api, purpose, further, session, false) : { name, answer };
}

function isNotBusy(answer: Answer): boolean {
  return !isRefusedForNow(classOf(answer));
}

/**
 * If the main key may not even list, nothing can be said about creating.
 *
 * @throws Unmet if the list is refused
 */
export async function demandAccess({ api }: Session): Promise<void> {
  const list = await api.control.listWebhooks();
  if (!list.ok)
    throw new Unmet(`creating an API key was refused, and so was the list of webhooks, with ${list.status}`);
}

/**
 * The key created last in this run, for those that create none of their own: keys cannot be revoked. Null if there is
 * none.
 */
export function lastKeyOf({ state }: Session): Credential | null {
  return (
    state.creations.map(({ answer }) => createdCredentialIn(answer)).findLast((key) => key !== null) ?? null
  );
}

/**
 * A new key once webhooks were listed with it, twice; as it was if there is none, or if the result would be unreliable.
 * A refusal counts only between two lists with the main key: wrong credentials, or many keys, may lock every caller out
 * for a while.
 */
export async function usedAtOnce(
  { answer, credential, creation }: Made,
  session: Session,
): Promise<Creation> {
  if (credential === null) return creation;
  const listing = listedAtOnce(credential, classOf(answer).effect === 'later', session);
  return { ...creation, usedAtOnce: await listing.catch(whereUnmet<number[]>([])) };
}

async function listedAtOnce(
  credential: Credential,
  mayTakeAMoment: boolean,
  session: Session,
): Promise<number[]> {
  const api = session.as(credential);
  if (mayTakeAMoment) await untilAccepted(credential, session);
  if (!(await eventually(session.state, failurePasses, async () => takesMainKey(session), Boolean)).shown)
    return [];
  const { liveness } = session.state;
  const { outages } = liveness;
  const answers = session.mostAtOnce > 1 ? await listedTogether(credential, session) : [];
  while (answers.length < 2) answers.push(await listedBy(api));
  // If every caller was refused, the main key's request may have waited until it was accepted again.
  if (answers.some(({ ok }) => !ok) && (!(await takesMainKey(session)) || liveness.outages > outages))
    return [];
  return answers.map(({ status }) => status);
}

/**
 * Lists with a key twice at the same time: a server may know it from its first request on. One that may only have been
 * busy is sent again, alone.
 */
async function listedTogether(credential: Credential, session: Session): Promise<Answer[]> {
  const list = async (own: Session): Promise<Answer> => own.as(credential).listWebhooks();
  const answers: Answer[] = [];
  for (const answer of await Promise.all(session.simultaneously([list, list]))) {
    answers.push(mayPass(classOf(answer)) ? await listedBy(session.as(credential)) : answer);
  }
  return answers;
}

/** Waits until a key whose creation was answered 202 is accepted, or should have been. */
export async function untilAccepted(credential: Credential, session: Session): Promise<void> {
  const list = async (): Promise<Answer> => session.as(credential).control.listWebhooks();
  await eventually(session.state, laterChange('a key'), list, ({ ok }) => ok);
}

async function takesMainKey({ api }: Session): Promise<boolean> {
  return (await api.control.listWebhooks()).ok;
}

/** A server that fails or is busy does not refuse the key, unless that recurs. */
async function listedBy(api: Api): Promise<Answer> {
  const answer = await api.listWebhooks();
  return mayPass(classOf(answer)) ? api.listWebhooks() : answer;
}

/** The first created key, ready to be used. Its needs: `createApiKeys`. */
export const firstKey = {
  /** @throws Unmet if the creation was refused, no key came, or none may be created any more */
  in: async (session: Session): Promise<FirstKey> => {
    const creation = await firstCreation.in(session);
    const { credential, created } = creation;
    if (!created.accepted) throw new Unmet(`creating an API key was refused with ${created.status} (KEY-01)`);
    if (credential === null)
      throw new Unmet('the created API key came without a `last_token` that can be sent (KEY-01)');
    return { ...creation, credential };
  },
};
