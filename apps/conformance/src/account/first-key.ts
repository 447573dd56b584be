/**
 * The first key that a session creates, for all that need one, and the last one, for those that need no key of their
 * own.
 */
import { classOf, isSuccess } from '../records/answer-class.ts';
import { failurePasses, laterChange } from '../http/bounds.ts';
import { eventually } from '../engine/eventually.ts';
import { Unmet, whereUnmet } from '../engine/unmet.ts';
import { createdKeyIn, type CreatedKey } from '../records/created-key.ts';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import { bearer, type Credential } from '../credentials/credential.ts';
import type { Api } from '../session/api.ts';
import type { Answer } from '../records/exchange.ts';
import { defineMaking } from '../session/finding.ts';
import type { Session } from '../session/session.ts';
import type { SaidBesides } from '../records/key-creation.ts';

/** The first creation of a session, whatever its result. */
export interface FirstCreation {
  /** The name that was sent. */
  readonly name: string;
  readonly created: CreatedKey;
  /** The created key as a caller; null if none came. Never to be put into an observation. */
  readonly credential: Credential | null;
  readonly besides: SaidBesides | null;
  /** The statuses of its first uses, for the list, right after it was created; empty if there is no key. */
  readonly usedAtOnce: readonly number[];
}

/** A field that says nothing about whose key it is or what it may do. */
const furtherField = 'label';

/** A key that the session has created. */
export interface FirstKey extends FirstCreation {
  readonly credential: Credential;
}

/**
 * One key created with the main key, once in a session, for all that need a created key: keys cannot be revoked. Spends
 * one of `allow.createApiKeys` at its first use (Create an API key). If further keys are to follow, its body contains
 * more than the name: a fault this causes shows without spending a separate key.
 */
export const firstCreation = defineMaking(
  async (session: Session): Promise<FirstCreation> => {
    const { name, answer, besides } = await createFirst(`conformance ${session.state.id}`, session);
    const { names } = session.state.account.keys;
    if (!names.includes(name)) names.push(name);
    const credential = createdCredentialIn(answer);
    return {
      name,
      created: createdKeyIn(answer, (value) => session.state.secrets.replaceWhole(value)),
      credential,
      besides,
      usedAtOnce:
        credential === null
          ? []
          : await usesAtOnce(credential, session, classOf(answer).effect === 'later').catch(whereUnmet([])),
    };
  },
  ({ state }) => state.account.keys.refusedLikeTheList,
);

/** A creation under a name, and the response to it. */
export interface Named {
  readonly name: string;
  readonly answer: Answer;
}

/** The creation of the first key. */
interface Created extends Named {
  readonly besides: SaidBesides | null;
}

async function createFirst(name: string, session: Session): Promise<Created> {
  if (session.state.budgets.left('createApiKeys') < 2)
    return { ...(await createNamed(session.api.control, [name], {}, session)), besides: null };
  const names = [name, `${name} anew`];
  const further = { [furtherField]: name };
  const more = await createNamed(session.api.control, names, further, session).catch(
    whereUnmet<Named | null>(null),
  );
  if (more?.answer.ok === true) return { ...more, besides: { fields: [furtherField], taken: true } };
  const { by, concerns } = classOf(more?.answer);
  const saysNothing = by !== 'service' || concerns === 'the caller';
  const besides = saysNothing ? null : { fields: [furtherField], taken: false };
  const alone = more !== null && !mayBeMade(more.answer) ? names : [`${name} alone`, `${name} alone anew`];
  return { ...(await createNamed(session.api.control, alone, {}, session)), besides };
}

/** Uses the first of these names, or the next one if a gateway answered and the key may have been created anyway. */
export async function createNamed(
  api: Api,
  [name = '', ...others]: readonly string[],
  further: JsonObject,
  session: Session,
): Promise<Named> {
  const answer = await api.createApiKey({ name, ...further });
  const goesOn = mayBeMade(answer) && others.length > 0 && session.state.budgets.left('createApiKeys') > 0;
  return goesOn ? createNamed(api, others, further, session) : { name, answer };
}

/** Whether a gateway answered a creation, which may have created its key unreported. */
function mayBeMade(answer: Answer): boolean {
  return classOf(answer).by === 'gateway';
}

/** The created key in an answer, as a caller; null if none can be sent. */
export function createdCredentialIn({ ok, json }: Answer): Credential | null {
  const token = ok && isRecord(json) ? json['last_token'] : undefined;
  return typeof token === 'string' && isHeaderText(token)
    ? bearer('a key just made', token, '$OUTREACH_CREATED_KEY')
    : null;
}

/**
 * The key created last in this run, for those that create none of their own: keys cannot be revoked. Null if there is
 * none.
 */
export function lastKeyOf({ state }: Session): Credential | null {
  return state.creations.map(createdCredentialIn).findLast((credential) => credential !== null) ?? null;
}

/**
 * Lists webhooks twice with a newly created key; empty if the result would be unreliable. A refusal counts only between
 * two lists with the main key: wrong credentials, or many keys, may lock every caller out for a while.
 *
 * @param mayTakeAMoment - set if the creation was answered 202
 */
export async function usesAtOnce(
  credential: Credential,
  session: Session,
  mayTakeAMoment: boolean,
): Promise<number[]> {
  const api = session.as(credential);
  if (mayTakeAMoment) await untilAccepted(credential, session);
  if (!(await eventually(session.state, failurePasses, async () => takesMainKey(session), Boolean)).shown)
    return [];
  const { liveness } = session.state;
  const { outages } = liveness;
  const statuses: number[] = [];
  while (statuses.length < 2) {
    const status = await statusOfUse(api);
    const isTaken = isSuccess(status);
    // If every caller was refused, the main key's request may have waited until it was accepted again.
    if (!isTaken && (!(await takesMainKey(session)) || liveness.outages > outages)) return [];
    statuses.push(status);
  }
  return statuses;
}

/** Waits until a key whose creation was answered 202 is accepted, or should have been. */
export async function untilAccepted(credential: Credential, session: Session): Promise<void> {
  const list = async (): Promise<Answer> => session.as(credential).control.listWebhooks();
  await eventually(session.state, laterChange('a key'), list, ({ ok }) => ok);
}

async function takesMainKey({ api }: Session): Promise<boolean> {
  return (await api.control.listWebhooks()).ok;
}

/** A server failure is not a refusal of the key, unless it recurs. */
async function statusOfUse(api: Api): Promise<number> {
  const answer = await api.listWebhooks();
  return classOf(answer).effect !== 'perhaps' ? answer.status : (await api.listWebhooks()).status;
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

function isHeaderText(token: string): boolean {
  return /^[\u0021-\u007E]+$/.test(token);
}
