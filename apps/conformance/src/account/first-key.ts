/** The first key that a session makes, for all that need one, and the last one, for whoever can do without. */
import { failurePasses, laterChange } from '../http/bounds.ts';
import { eventually } from '../engine/eventually.ts';
import { Unmet, whereUnmet } from '../engine/unmet.ts';
import { createdKeyIn, type CreatedKey } from '../records/created-key.ts';
import { isRecord, type JsonObject } from '../records/is-record.ts';
import { bearer, type Credential } from '../http/credential.ts';
import type { Api } from '../session/api.ts';
import { isGatewayFailure, type Answer } from '../records/exchange.ts';
import { defineMaking } from '../session/finding.ts';
import type { Session } from '../session/session.ts';

/** What the body of a creation said besides the name. */
export interface SaidBesides {
  readonly fields: readonly string[];
  /** Where it was refused, which is open, the key was made of a body that says no more than the name. */
  readonly taken: boolean;
}

/** The first creation of a session, whatever came of it. */
export interface FirstCreation {
  /** The name that was sent. */
  readonly name: string;
  readonly created: CreatedKey;
  /** The created key as a caller; null where none came. Never to be put into an observation. */
  readonly credential: Credential | null;
  readonly besides: SaidBesides | null;
  /** The statuses of its first uses, for the list, right after it was made; none where there is no key. */
  readonly usedAtOnce: readonly number[];
}

/** Says nothing of whose key it is, or of what it may do. */
const furtherField = 'label';

/** A key that the session has made. */
export interface FirstKey extends FirstCreation {
  readonly credential: Credential;
}

/**
 * One key that the main key makes, once in a session, for all that need a created key: keys cannot be revoked.
 * Spends one of `allow.createApiKeys` at its first use (Create an API key). Where further keys are to follow, its body says
 * more than the name: what is then wrong with a key shows without a key of its own.
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
          : await usesAtOnce(credential, session, answer.status === 202).catch(whereUnmet([])),
    };
  },
  ({ state }) => state.account.keys.refusedLikeTheList,
);

/** A creation under a name, and how it was answered. */
interface Named {
  readonly name: string;
  readonly answer: Answer;
}

/** The creation of the first key. */
interface Created extends Named {
  readonly besides: SaidBesides | null;
}

async function createFirst(name: string, session: Session): Promise<Created> {
  if (session.state.budgets.left('createApiKeys') < 2)
    return { ...(await createNamed([name], {}, session)), besides: null };
  const names = [name, `${name} anew`];
  const further = { [furtherField]: name };
  const more = await createNamed(names, further, session).catch(whereUnmet<Named | null>(null));
  if (more?.answer.ok === true) return { ...more, besides: { fields: [furtherField], taken: true } };
  const saysNothing = more === null || isOfWhoeverAsks(more.answer.status);
  const besides = saysNothing ? null : { fields: [furtherField], taken: false };
  const alone = more !== null && !mayBeMade(more.answer) ? names : [`${name} alone`, `${name} alone anew`];
  return { ...(await createNamed(alone, {}, session)), besides };
}

/** By the first of these names; by the next one where a gateway answered, and the key may have been made all the same. */
async function createNamed(
  [name = '', ...others]: readonly string[],
  further: JsonObject,
  session: Session,
): Promise<Named> {
  const answer = await session.api.control.createApiKey({ name, ...further });
  const goesOn = mayBeMade(answer) && others.length > 0 && session.state.budgets.left('createApiKeys') > 0;
  return goesOn ? createNamed(others, further, session) : { name, answer };
}

/** Whether a gateway answered a creation, which may have made its key without telling. */
function mayBeMade({ status }: Answer): boolean {
  return isGatewayFailure(status);
}

/** Whether a refusal says nothing of the body: it is the caller's, a limit's or a gateway's. */
function isOfWhoeverAsks(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || isGatewayFailure(status);
}

/** The created key that an answer brings, as a caller; null where none can be sent. */
export function createdCredentialIn({ ok, json }: Answer): Credential | null {
  const token = ok && isRecord(json) ? json['last_token'] : undefined;
  return typeof token === 'string' && isHeaderText(token)
    ? bearer('a key just made', token, '$OUTREACH_CREATED_KEY')
    : null;
}

/** The key that was made last in this run, for those for whom none is made: keys cannot be revoked. Null where none was. */
export function lastKeyOf({ state }: Session): Credential | null {
  return state.creations.map(createdCredentialIn).findLast((credential) => credential !== null) ?? null;
}

/**
 * Lists webhooks twice with a key just made; none where it cannot be told. A refusal counts between two lists of the
 * main key: wrong credentials, or many keys, may shut everybody out for a while.
 *
 * @param mayTakeAMoment - set where the creation was answered 202
 */
export async function usesAtOnce(
  credential: Credential,
  session: Session,
  mayTakeAMoment: boolean,
): Promise<number[]> {
  const api = session.as(credential);
  if (mayTakeAMoment)
    await eventually(
      session.state,
      laterChange('a key'),
      async () => api.control.listWebhooks(),
      ({ ok }) => ok,
    );
  if (!(await eventually(session.state, failurePasses, async () => takesMainKey(session), Boolean)).shown)
    return [];
  const { liveness } = session.state;
  const { outages } = liveness;
  const statuses: number[] = [];
  while (statuses.length < 2) {
    const status = await statusOfUse(api);
    const isTaken = status >= 200 && status < 300;
    // Where everybody was refused, the main key may have been waited for until it was let in again.
    if (!isTaken && (!(await takesMainKey(session)) || liveness.outages > outages)) return [];
    statuses.push(status);
  }
  return statuses;
}

async function takesMainKey({ api }: Session): Promise<boolean> {
  return (await api.control.listWebhooks()).ok;
}

/** A failure of the server is no refusal of the key, unless it comes again. */
async function statusOfUse(api: Api): Promise<number> {
  const { status } = await api.listWebhooks();
  return status < 500 ? status : (await api.listWebhooks()).status;
}

/** The first created key, ready to be used. Its needs: `createApiKeys`. */
export const firstKey = {
  /** @throws Unmet where the creation was refused, or no key came, or none may be created any more */
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
