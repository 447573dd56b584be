/** Deletes a disposable sender profile, and looks at what is left and at others (Delete a sender profile). */
import * as fc from 'fast-check';
import { laterChange } from '../../http/bounds.ts';
import { eventually } from '../../engine/eventually.ts';
import { defineExperiment } from '../../engine/experiment.ts';
import { Unmet, whereUnmet } from '../../engine/unmet.ts';
import { isGatewayFailure, type Answer } from '../../records/exchange.ts';
import type { ProfileFields } from '../../records/profile-fields.ts';
import type { Sending, Session } from '../../session/session.ts';
import type { Whereabouts } from '../../ledger/whereabouts.ts';
import { lookedAtAgain, whenStored } from '../../account/late-updates.ts';
import {
  differ,
  lookAt,
  mustShow,
  recordOf,
  seenIn,
  shows,
  type Look,
} from '../../account/profile-history.ts';
import { mustBeSteady, mustNotChangeByThemselves, onceSettled } from '../../account/own-changes.ts';
import { whereabouts } from '../../account/profile-gone.ts';
import { lookAtOthers } from '../../account/profiles-at-hand.ts';

/** Which of reading and updating comes first once the profile is deleted. */
export type Afterwards = 'read first' | 'update first';

/** A request for a profile that was deleted. */
interface RequestAfter {
  readonly request: 'read' | 'update';
  readonly answer: Look;
}

/** A sender profile before and after it was deleted, and the others. */
export interface DeletionSeen {
  readonly uuid: string;
  /** Whether an update of it was taken before. */
  readonly wasUpdatable: boolean;
  /** The answer to the deletion; the last one where a failing server was asked again. */
  readonly deletion: Look;
  /**
   * Requests for it after the deletion, in order, for those deleted earlier, and for one that was deleted while updates
   * of it were under way; none where it was refused.
   */
  readonly after: readonly RequestAfter[];
  readonly others: readonly { readonly before: Look; readonly after: Look }[];
}

const orders = {
  'read first': ['read', 'update'],
  'update first': ['update', 'read'],
} as const;
/** What comes back, comes back a while later: after this, or when the next one is deleted. */
const untilLastMs = 500;
const isDeleted = laterChange('a deletion of a sender profile');
const mostDeletions = 3;
const untilAgainMs = 300;
const mostOthers = 8;
/** One of these is new to a profile that had been deleted in vain: an update that changes nothing could not be seen. */
const newNames = ['Gone', 'Away'].map((last_name) => ({ first_name: 'Soon', last_name }));
const lastNames = { first_name: 'Soon', last_name: 'Off' };
/** Between them and before the deletion, so that one of them is under way then, be they quick or slow. */
const updatesApartMs = 4;
const renamedAgain = { first_name: 'Back', last_name: 'Again' };
/** A label may be kept apart from the record, where nobody looks whether there is one. */
const relabelled = { label: 'Back again' };

/** Deletes a disposable sender profile, then reads and updates it, and looks at others (Delete a sender profile). */
export const profileDeletion = defineExperiment<Afterwards, DeletionSeen>({
  name: 'profile-deletion',
  needs: ['deletes', 'disposableSenderProfile'],
  phase: 'delete',
  changes: ['senderProfiles'],
  given: fc.constantFrom('read first', 'update first'),
  first: ['read first', 'update first'],
  runs: 0,
  costly: true,
  probe: async (afterwards, session) => {
    const first = await session.fixtures.disposableSenderProfile();
    const second = await another(session);
    // What is made later is deleted once before, and once after what was made earlier.
    const [uuid = first, ...alike] = afterwards === 'read first' ? [first, ...second] : [...second, first];
    const before = await lookAt(session.api.control, uuid);
    mustShow(before);
    const looks = await Promise.all(alike.map(async (one) => lookAt(session.api.control, one)));
    const [wasUpdatable = false] = await givenTheSameNames(session, [before, ...looks]);
    const steady = await mustBeSteady(session, [
      ...(await lookAtOthers(session, [uuid, ...alike], 0, mostOthers)),
      ...(await Promise.all(alike.map(async (one) => lookAt(session.api.control, one)))),
    ]);
    const others = await onceSettled(session, looks, steady);

    const began = session.clock.now();
    const answer = await deleted(session, uuid);
    const deletion = seenIn(uuid, answer);
    if (answer.status === 202)
      await eventually(session.state, isDeleted, async () => lookAt(session.api.control, uuid), isRefused);
    const seen = await settledDeletion(session, uuid, answer.ok);
    const isLast = afterwards === 'update first' || alike.length === 0;
    const after = answer.ok ? await whatIsLeft(session, deletion, afterwards, isLast) : [];
    const later = await Promise.all(others.map(async (look) => lookPatiently(session, look)));
    await mustNotChangeByThemselves(session, others, later, session.clock.now() - began);
    if (afterwards === 'update first' && answer.ok)
      for (const one of alike)
        after.push(...(await whatUpdatesBringBack(session, one).catch(whereUnmet([]))));
    if (afterwards === 'update first' && answer.ok)
      after.push(...(await whatIsLeftOfTwo(session).catch(whereUnmet([]))));
    if (answer.ok) after.push(...(await whatIsBack(session, deletion, after)));
    // One that was confirmed as deleted and is still there is no longer like one that nobody has touched.
    if (seen === 'there' && !answer.ok) session.fixtures.giveBack('senderProfiles', uuid);
    for (const one of alike) {
      if ((await settledDeletion(session, one, false)) === 'there')
        session.fixtures.giveBack('senderProfiles', one);
    }
    const pairs = others.flatMap((look, index) => {
      const now = later[index];
      return now === undefined ? [] : [{ before: look, after: now }];
    });
    return { uuid, wasUpdatable, deletion, after, others: pairs };
  },
});

/** Another disposable profile, to be given the same names: a careless target deletes by what is alike, or lies beside. */
async function another(session: Session): Promise<readonly string[]> {
  const uuid = await session.fixtures.disposableSenderProfile().catch(whereUnmet(null));
  return uuid === null ? [] : [uuid];
}

function isRefused({ ok }: Look): boolean {
  return !ok;
}

/** Finds out what became of a profile that may have been deleted, and writes that down. */
async function settledDeletion(session: Session, uuid: string, isConfirmed: boolean): Promise<Whereabouts> {
  const seen = isConfirmed ? await unlessShown(session, uuid) : await whereabouts(session, uuid);
  session.fixtures.settle('sender profile', uuid, seen);
  return seen;
}

/** What was confirmed as deleted need only not be shown. */
async function unlessShown(session: Session, uuid: string): Promise<Whereabouts> {
  return (await lookAt(session.api.control, uuid)).ok ? 'there' : 'unknown';
}

/** Gives profiles the same names, one after the other. Resolves to which of them took them. */
async function givenTheSameNames(session: Session, looks: readonly Look[]): Promise<readonly boolean[]> {
  const names = newNames.find((some) => !looks.some((look) => shows(look, some))) ?? lastNames;
  const taken: boolean[] = [];
  for (const look of looks) {
    const answer = await session.api.control.updateSenderProfile(look.uuid, names);
    await whenStored(session, answer, look.uuid, { ...names }, look);
    taken.push(answer.ok);
  }
  return taken;
}

/** Deletes; a server that fails is asked again, unless it deleted all the same. */
async function deleted(session: Session, uuid: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await session.api.deleteSenderProfile(uuid);
    if (answer.status < 500 || tries === mostDeletions) return answer;
    await session.clock.wait(untilAgainMs * tries ** 2);
    if ((await settledDeletion(session, uuid, false)) === 'there') continue;
    if (!isGatewayFailure(answer.status)) return answer;
    throw new Unmet(`a gateway failed while sender profile ${uuid} was deleted`);
  }
}

/** @param isLast - whether no other is deleted after it: then it is waited for what comes back */
async function whatIsLeft(
  session: Session,
  { uuid, status }: Look,
  afterwards: Afterwards,
  isLast: boolean,
): Promise<RequestAfter[]> {
  const after: RequestAfter[] = [];
  for (const request of orders[afterwards]) after.push(await askFor(uuid, request, status, session));
  after.push(await askFor(uuid, 'update', status, session, relabelled));
  if (isLast) {
    await session.clock.wait(untilLastMs);
    after.push(await askFor(uuid, 'read', status, session));
  }

  return after;
}

/** Reads those that were deleted earlier in the run: last, so that they had the longest time to come back. */
async function whatIsBack(
  session: Session,
  { uuid, status }: Look,
  after: readonly RequestAfter[],
): Promise<readonly RequestAfter[]> {
  const { gone } = session.state.account.profiles;
  const back: RequestAfter[] = [];
  for (const one of gone) back.push(await askFor(one, 'read', status, session));
  if ([...after, ...back].every(({ answer }) => !answer.ok)) gone.push(uuid);
  return back;
}

/**
 * Deletes while updates are under way: one that had found the profile must not bring it back. A service may take one
 * request at a time: what it refuses beside others it takes alone. That deleting succeeds is not asked here.
 */
async function whatUpdatesBringBack(session: Session, uuid: string): Promise<readonly RequestAfter[]> {
  const update = async ({ api }: Session): Promise<null> =>
    api.control.updateSenderProfile(uuid, renamedAgain).then(() => null, whereUnmet(null));
  const sendings: readonly Sending<Answer | null>[] = [
    update,
    update,
    update,
    async (own) => deleted(own, uuid),
  ];
  const beside = (await Promise.all(session.simultaneously(sendings, updatesApartMs))).at(-1);
  const { ok, status } = beside?.ok === true ? beside : await deleted(session, uuid);
  if (!ok) return [];
  const first = await askFor(uuid, 'read', status, session);
  await session.clock.wait(untilLastMs);
  return [first, await askFor(uuid, 'read', status, session)];
}

/** Deletes two at the same time, where the owner's module makes them. What is refused beside the other it takes alone. */
async function whatIsLeftOfTwo(session: Session): Promise<readonly RequestAfter[]> {
  const { fixtures } = session;
  const made = [await fixtures.newSenderProfile(), await fixtures.newSenderProfile()];
  const uuids = made.filter((uuid) => uuid !== null);
  const sendings = uuids.map((uuid) => async (own: Session) => ({ uuid, answer: await deleted(own, uuid) }));
  const asked = await Promise.all(session.simultaneously(sendings));
  const after: RequestAfter[] = [];
  for (const { uuid, answer } of asked) {
    const { ok, status } = answer.ok ? answer : await deleted(session, uuid);
    if (ok) after.push(await askFor(uuid, 'read', status, session));
    if ((await settledDeletion(session, uuid, ok)) === 'there') fixtures.giveBack('senderProfiles', uuid);
  }
  return after;
}

/**
 * @param status - of the answer to its deletion: what was answered 202 may take a moment
 * @param fields - that an update sends
 */
async function askFor(
  uuid: string,
  request: RequestAfter['request'],
  status: number,
  session: Session,
  fields: ProfileFields = renamedAgain,
): Promise<RequestAfter> {
  const look = async (): Promise<Look> =>
    request === 'read'
      ? lookAt(session.api, uuid)
      : seenIn(uuid, await session.api.updateSenderProfile(uuid, fields));
  const answer =
    status === 202 ? (await eventually(session.state, isDeleted, look, isRefused)).last : await look();
  return { request, answer };
}

/** Looks at a profile that should be as before; a server that fails is asked again, and one that may be late. */
async function lookPatiently(session: Session, before: Look): Promise<Look> {
  const first = await lookAt(session.api, before.uuid);
  const look = recordOf(first) === undefined ? await lookAt(session.api, before.uuid) : first;
  return lookedAtAgain(session, look, (now) => !differ(before, now));
}
