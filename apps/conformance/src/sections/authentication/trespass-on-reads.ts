/** Tries to read without permission (Authentication). */
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { allInBatches } from '../../engine/in-batches.ts';
import { Unmet } from '../../engine/unmet.ts';
import { mustShow } from '../../records/profile-history.ts';
import type { JsonObject } from '../../records/is-record.ts';
import { readPage } from '../../records/page.ts';
import type { Api } from '../../session/api.ts';
import type { Answer } from '../../records/exchange.ts';
import {
  intruderNamed,
  intruders,
  intrudersOnLists,
  intrudersOnRecords,
  isForger,
  type Intruder,
} from './intruders.ts';
import type { Session } from '../../session/session.ts';
import { disclosedIn } from './disclosed-in.ts';
import { eachAlone, type Attempt, type Trespassers, type TrespassSeen } from './trespass.ts';
import { lookAt } from '../../account/look-at-profile.ts';

const names = intruders.map(({ name }) => name);
/** Long enough for one request to arrive after the other, and while that is still in progress. */
export const apartMs = 2;
/** Some servers lock out after five refusals in a row. */
export const inARow = 4;
/** The first of each kind try the query, all at once: any that gets through uses the same gap. */
export const firstsOnLists = firstOfEachKind(intruders.filter(({ kind }) => kind !== 'other account'));
const someone = fc.constantFrom(...names).map((name): Trespassers => [name]);

/**
 * Tries to list webhooks without permission, by the bare path and with a query. The control goes first, so that an
 * answer cached for all callers is in place. Another account may list its own webhooks: that is TEAM-01's concern.
 */
export const trespassOnList = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-list',
  reads: ['webhooks'],
  given: someone,
  first: aFewEach(intrudersOnLists.filter(({ kind }) => kind !== 'other account')),
  runs: 0,
  smaller: eachAlone,
  probe: async (trespassers, session) => {
    const all = provided(trespassers, session);
    const { total, attempts } = await tryToList(all, [], session);
    const some = all.length > 1 ? provided(firstsOnLists, session) : all;
    if (!all.some((name) => name === some[0])) return { operation: 'listWebhooks', attempts };
    // In the middle of the list, where a page surely begins.
    const offset = String(Math.floor(total / 2));
    const window = [['limit', '1'] as const, ['offset', offset] as const];
    const later = await tryToList(some, window, session);
    return { operation: 'listWebhooks', attempts: [...attempts, ...later.attempts] };
  },
});

/** Lists with the key of the target file, then as the intruders. */
async function tryToList(
  trespassers: Trespassers,
  query: readonly (readonly [string, string])[],
  session: Session,
): Promise<{ readonly total: number; readonly attempts: readonly Attempt[] }> {
  const { total } = readPage(await session.api.control.listWebhooks({ query }));
  const tried = await attemptsOf(trespassers, session, async (api) => api.listWebhooks({ query }));
  return { total, attempts: tried.map(({ attempt }) => attempt) };
}

/** Tries to read a sender profile without permission. */
export const trespassOnProfileRead = defineExperiment<Trespassers, TrespassSeen>({
  name: 'trespass-on-profile-read',
  needs: ['senderProfile'],
  reads: ['senderProfiles'],
  given: someone,
  first: aFewEach(intrudersOnRecords),
  runs: 0,
  smaller: eachAlone,
  probe: async (trespassers, session) => {
    const all = provided(trespassers, session);
    const [uuid = ''] = await session.fixtures.senderProfiles();
    const record = await readProfile(session, uuid);
    const attempts = await attemptsOf(all, session, async (api) => api.getSenderProfile(uuid));
    return {
      operation: 'getSenderProfile',
      attempts: attempts.map(({ attempt, answer }) => ({
        ...attempt,
        disclosed: disclosedIn(answer.text, record),
      })),
    };
  },
});

/** Groups of a few, each tried after one control. */
function aFewEach(all: readonly Intruder[]): readonly Trespassers[] {
  return Array.from({ length: Math.ceil(all.length / inARow) }, (_, index) =>
    all.slice(index * inARow, (index + 1) * inARow).map(({ name }) => name),
  );
}

/** Groups to check at once, up to a maximum size: intruders of the same kind, and those that are alone in theirs. */
export function inGroups(all: readonly Intruder[], most: number): readonly Trespassers[] {
  const kinds = [...Map.groupBy(all, ({ kind }) => kind).values()];
  const alone = kinds.filter(({ length }) => length === 1).flat();
  return [alone, ...kinds.filter(({ length }) => length > 1)].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / most) }, (_, index) =>
      some.slice(index * most, (index + 1) * most).map(({ name }) => name),
    ),
  );
}

/** The names of the first intruder of each kind. */
export function firstOfEachKind(all: readonly Intruder[]): Trespassers {
  return [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap(([first]) => first?.name ?? []);
}

/** An attempt, and how it was answered. */
export interface Answered {
  readonly attempt: Attempt;
  readonly answer: Answer;
}

/** Sends a request as each intruder, a few at a time: none of them may be let in, before or after another. */
export async function attemptsOf(
  trespassers: Trespassers,
  session: Session,
  send: (api: Api) => Promise<Answer>,
): Promise<readonly Answered[]> {
  return allInBatches(trespassers, async (name) => attemptOf(name, session, send));
}

/** Sends a request as an intruder. */
export async function attemptOf(
  name: string,
  session: Session,
  send: (api: Api) => Promise<Answer>,
): Promise<Answered> {
  const { kind, credential, spelled } = intruderNamed(name);
  const api = session.as(credential(session));
  const answer = await send(spelled === undefined ? api : api.with({ spelled }));
  const { ok: accepted, status } = answer;
  return { attempt: { intruder: name, kind, accepted, status, effect: null, disclosed: null }, answer };
}

/**
 * The trespassers whose credential the target's owner has provided or allowed.
 *
 * @throws Unmet if there is none
 */
export function provided(trespassers: Trespassers, { target }: Session): Trespassers {
  const found = trespassers.filter((name) => {
    const intruder = intruderNamed(name);
    const { kind } = intruder;
    if (!target.allow.forgedCredentials && isForger(intruder)) return false;
    if (kind === 'expired key') return target.expiredToken !== null;
    return kind !== 'other account' || target.otherAccountToken !== null;
  });
  if (found.length === 0) throw new Unmet('no credential that must be refused is provided or allowed');
  return found;
}

/** A sender profile, read as a control. @throws Unmet if no record comes: it could not show what is disclosed */
export async function readProfile(session: Session, uuid: string): Promise<JsonObject> {
  const look = await lookAt(session.api.control, uuid);
  if (!look.ok) throw new Unmet(`sender profile ${uuid} cannot be read: the answer was ${look.status}`);
  return mustShow(look);
}
