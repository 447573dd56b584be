/** Sends what must be refused, as one intruder after another (Authentication). */
import { allInBatches, Unmet, whereUnmet } from '@outreach-api/engine';
import type { JsonObject } from '@outreach-api/model/records/is-record';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { OperationId } from '@outreach-api/model/records/operation';
import type { Api } from '../../session/api.ts';
import type { Session } from '../../session/session.ts';
import { disclosedIn } from './disclosed-in.ts';
import { credentialOf, intruderNamed } from './intruders-on.ts';
import type { Intruder } from './intruders.ts';
import type { Attempt, Trespassers } from './trespass.ts';

/** How long a target that does not say so may take to do what it has refused. */
export const laterMs = 300;

/** One request of an intruder. */
export interface Try {
  readonly name: string;
  /** Set if it is another operation than the one that is tried. */
  readonly operation?: OperationId;
  readonly send: (api: Api) => Promise<Answer>;
}

/** The names of the first intruder of each kind: any other of the kind that gets through uses the same gap. */
export function firstOfEachKind(all: readonly Intruder[]): Trespassers {
  return [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap(([first]) => first?.name ?? []);
}

/**
 * All callers try together. Only if an effect shows do those of each kind try apart, so that the right statement is
 * blamed.
 *
 * @param one - one try of some callers, and a look whether it had an effect
 * @param areTogether - false if what is tried on is used up by an effect, and there may be no other
 */
export async function blamed(
  callers: Trespassers,
  session: Session,
  one: (callers: Trespassers) => Promise<readonly Attempt[]>,
  areTogether = true,
): Promise<readonly Attempt[]> {
  const kinds = byKind(callers);
  if (areTogether || kinds.length === 1) {
    const together = await one(callers);
    if (kinds.length === 1 || !together.some(hadEffect)) return together;
    // Until delayed effects have shown, too.
    await session.clock.wait(laterMs);
  }
  const attempts: Attempt[] = [];
  for (const some of kinds) {
    const tried = one(some);
    attempts.push(...(await (attempts.some(hadEffect) ? tried.catch(whereUnmet([])) : tried)));
  }
  return attempts;
}

/** Whether an attempt took effect, as far as can be seen. */
export function hadEffect({ effect }: Attempt): boolean {
  return effect === true;
}

/** The callers by why they lack permission. */
function byKind(callers: Trespassers): readonly Trespassers[] {
  return [...Map.groupBy(callers, (name) => intruderNamed(name).kind).values()];
}

/**
 * The callers whose credential the target's owner has provided or allowed.
 *
 * @throws Unmet if there is none
 */
export function provided(callers: Trespassers, session: Session): Trespassers {
  const found = callers.filter((name) => intruderNamed(name).credential(session) !== null);
  if (found.length === 0) throw new Unmet('no credential that must be refused is provided or allowed');
  return found;
}

/** The same request, tried by each of the callers. */
export function byEach(callers: Trespassers, send: Try['send']): readonly Try[] {
  return callers.map((name) => ({ name, send }));
}

/** A request of an intruder, and how it was answered. */
export interface AnsweredTry<One extends Try> {
  readonly one: One;
  readonly attempt: Attempt;
}

/** The attempts of {@link answeredTries}. */
export async function attemptsOf(
  ...given: Parameters<typeof answeredTries<Try>>
): Promise<readonly Attempt[]> {
  return (await answeredTries(...given)).map(({ attempt }) => attempt);
}

/**
 * Sends the requests a few at a time: none of the callers may be let in, before or after another. What is not answered
 * is sent once more: a gateway may hang up on some credentials, which says nothing about the others.
 *
 * @param record - the one that the requests name, as its owner is shown it: what an answer shows of it is disclosed
 * @throws Unmet if none is answered
 */
export async function answeredTries<One extends Try>(
  tries: readonly One[],
  session: Session,
  record: JsonObject = {},
): Promise<readonly AnsweredTry<One>[]> {
  const send = async (one: One): Promise<AnsweredTry<One> | null> =>
    attemptOf(one, session, record).then(({ attempt }) => ({ one, attempt }), whereUnmet(null));
  const first = await allInBatches(tries, send);
  const answered: AnsweredTry<One>[] = [];
  for (const [at, one] of tries.entries()) {
    const came = first[at] ?? (await send(one));
    if (came !== null) answered.push(came);
  }
  if (answered.length > 0 || tries.length === 0) return answered;
  throw new Unmet('no request with a wrong credential was answered');
}

/** Sends one request as an intruder; its effect is not looked for. */
export async function attemptOf(
  { name, operation, send }: Try,
  session: Session,
  record: JsonObject = {},
): Promise<{ readonly attempt: Attempt; readonly answer: Answer }> {
  const { kind, spelled, sends = {} } = intruderNamed(name);
  const api = session.as(credentialOf(name, session)).with(sends);
  const answer = await send(spelled === undefined ? api : api.with({ spelled }));
  const disclosed = disclosedIn(answer.text, record);
  const { ok, status } = answer;
  // Elsewhere such a path may be no operation, and what is shown there anybody's.
  const accepted = ok && (sends.path === undefined || disclosed !== null);
  const other = operation === undefined ? {} : { operation };
  return { attempt: { intruder: name, kind, ...other, accepted, status, effect: null, disclosed }, answer };
}
