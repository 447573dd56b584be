/** Deletes a disposable sender profile, and checks what is left of it and of others (Delete a sender profile). */
import { allInBatches, eventually, Unmet, whereUnmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { likeUuid, type Likeness } from '@outreach-api/model/records/like-uuid';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { Credential } from '@outreach-api/model/records/credential';
import type { ProfileFields } from '@outreach-api/model/records/profile-fields';
import type { Touched } from '../../session/resources.ts';
import { inOtherCase } from '../../account/in-other-case.ts';
import type { Session } from '../../session/session.ts';
import { lookedAtAgain } from '../../account/late-updates.ts';
import {
  differ,
  mustShow,
  recordOf,
  seenIn,
  shows,
  type Look,
} from '@outreach-api/model/records/profile-history';
import {
  askFor,
  deleteProfile,
  isDeleted,
  isRefused,
  isThereAfter,
  relabelled,
  renamedAgain,
  giveBackIfThere,
  untilLastMs,
} from './deletion-requests.ts';
import { noneDeleted, deleteTwoTogether, deleteDuringUpdates } from './further-deletions.ts';
import { keyFor, lookBeforeDeletion, type Afterwards, type ToDelete } from './look-before-deletion.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { mustNotChangeByThemselves } from '../../account/own-changes.ts';
import type { DeletionSeen, RequestAfter } from './deletion-seen.ts';

const orders = {
  'read first': ['read', 'update'],
  'update first': ['update', 'read'],
} as const;
const mostTries = 5;
/** A target that deletes only temporarily has restored the profile by then. */
const untilBackMs = 1100;
export const profileDeletion = defineExperiment<Afterwards, DeletionSeen>({
  name: 'profile-deletion',
  does: 'deletes a disposable sender profile, then reads and updates it, and reads others',
  needs: ['deletes', 'disposableSenderProfile'],
  phase: 'delete',
  given: fc.constantFrom('read first', 'update first'),
  first: ['read first', 'update first'],
  runs: 0,
  costly: true,
  probe: async (afterwards, session) => {
    const { one, alike, later, isThere, ...seen } = await session.locks.hold(
      { reads: [], changes: ['senderProfiles'] },
      async () => {
        const found = await twoThatAreThere(session);
        // The newer one is deleted once before and once after the older one.
        const [before, ...looks] = afterwards === 'read first' ? found : found.toReversed();
        if (before === undefined) throw new Unmet('no disposable sender profile is readable any more');
        mustShow(before);
        return oneDeleted({ before, looks, afterwards }, session);
      },
    );
    const { ok, status } = seen.deletion;
    const asked = session.clock.now();
    const isFurther = afterwards === 'update first' && ok;
    const back = isFurther
      ? await session.locks.hold(records, async () => deleteDuringUpdates(session, alike))
      : [];
    // No other deletion follows this one: wait for a profile to come back.
    const isLast = afterwards === 'update first' || alike.length === 0;
    if (ok && isLast) await session.clock.wait(Math.max(0, asked + untilLastMs - session.clock.now()));
    const last = async () => (ok && isLast ? [await askFor(one, 'read', status, session)] : []);
    const earlier = async () => (ok ? whatIsBack(session, seen.deletion, keyFor(afterwards, session)) : []);
    const [looks] = await Promise.all([
      Promise.all([last(), earlier()]),
      settledEach(session, isFurther ? [] : alike, later),
    ]);
    const all = [...seen.after, ...back, ...looks.flat()];
    if (ok && all.every(({ answer }) => !answer.ok))
      session.state.account.profiles.gone.push({ uuid: one, since: session.clock.now() });
    // One whose deletion was confirmed but that still exists is no longer like an untouched one.
    if (isThere && !ok) session.fixtures.giveBack('senderProfiles', one);
    return { ...seen, uuid: one, after: all };
  },
});

/** Individual records, reserved for this. */
const records: Touched = { reads: [], changes: [], changesRecordsOf: ['senderProfiles'] };

/** A deletion, and what is still to be done about the profiles that were there for it. */
interface Deleted extends Omit<DeletionSeen, 'uuid'> {
  /** The profile that was deleted. */
  readonly one: string;
  readonly isThere: boolean;
  /** Those that were made similar to it. */
  readonly alike: readonly string[];
  /** The others afterwards. */
  readonly later: readonly Look[];
}

/** Deletes one profile while no other changes. */
async function oneDeleted(toDelete: ToDelete, session: Session): Promise<Deleted> {
  const { before, looks, afterwards } = toDelete;
  const { uuid } = before;
  const alike = looks.map((look) => look.uuid);
  const isFirst = afterwards === 'read first';
  const { names, accepted, others } = await lookBeforeDeletion(toDelete, session);
  const began = session.clock.now();
  const answer = await deleteProfile(session, uuid);
  const deletion = seenIn(uuid, answer);
  if (classOf(answer).effect === 'later')
    await eventually(session.state, isDeleted, async () => lookAt(session.api.control, uuid), isRefused);
  const label = relabelled(session);
  const deletesTwo = answer.ok && !isFirst;
  const [{ after, isThere }, ofTwo] = await Promise.all([
    whatIsLeft(session, toDelete, answer, label),
    deletesTwo ? deleteTwoTogether(session).catch(whereUnmet(noneDeleted)) : noneDeleted,
  ]);
  const later = await Promise.all(others.map(async (look) => lookPatiently(session, look)));
  await mustNotChangeByThemselves(session, others, later, session.clock.now() - began);
  const pairs = others.flatMap((look, index) => {
    const now = later[index];
    const first = looks.find((one) => one.uuid === look.uuid);
    // One that shows what was there before its own update may show either, whatever is deleted.
    const isOld =
      accepted.has(look.uuid) && (!shows(look, names) || (first !== undefined && !differ(first, now)));
    // What an update of the deleted profile has changed is no deletion's effect (PROF-11).
    const isUpdated = now !== undefined && [renamedAgain, label].some((sent) => shows(now, sent));
    return now === undefined || isOld || isUpdated ? [] : [{ before: look, after: now }];
  });
  return {
    one: uuid,
    isThere,
    alike,
    later,
    wasUpdatable: accepted.has(uuid),
    deletion,
    after: [...after, ...ofTwo.after],
    refused: ofTwo.refused,
    others: pairs,
  };
}

/**
 * Two disposable profiles, or one if there are no more: they get the same names, since a careless target deletes
 * by similarity or adjacency. Older ones may be gone by now if a deletion took others along.
 *
 * @throws Unmet if there is none
 */
async function twoThatAreThere(session: Session): Promise<readonly Look[]> {
  const { fixtures } = session;
  const found: Look[] = [];
  for (let tries = 0; tries < mostTries && found.length < 2; tries += 1) {
    const uuids: string[] = [];
    if (found.length === 0) uuids.push(await fixtures.disposableSenderProfile());
    uuids.push(...[(await fixtures.disposableSenderProfile().catch(whereUnmet(null))) ?? []].flat());
    const looks = await Promise.all(uuids.map(async (uuid) => lookAt(session.api.control, uuid)));
    found.push(...looks.filter(({ status }) => status !== 404));
    if (uuids.length === 0) break;
  }
  return found;
}

/** How the uuid of a further deletion differs from that of a profile which must stay. */
const likeness = {
  'read first': 'another end',
  'update first': 'another version',
} as const satisfies Readonly<Record<Afterwards, Likeness>>;

/** What is left of a deleted profile; and deletes uuids that no profile has, or has any more: that deletes none. */
async function whatIsLeft(
  session: Session,
  { before: { uuid }, looks, afterwards }: ToDelete,
  answer: Answer,
  label: ProfileFields,
): Promise<Pick<Deleted, 'after' | 'isThere'>> {
  const after = answer.ok ? await askedAfter(session, seenIn(uuid, answer), afterwards, label) : [];
  const unknown = looks.map((look) => likeUuid(look.uuid, likeness[afterwards]));
  if (answer.ok && afterwards === 'read first') unknown.push(uuid);
  await Promise.all(unknown.map(async (one) => session.api.deleteSenderProfile(one).catch(whereUnmet(null))));
  return { after, isThere: await isThereAfter(session, uuid, answer, after) };
}

/** Once a label is sent alone, by another key, and once all that names a profile. */
async function askedAfter(
  session: Session,
  { uuid, status }: Look,
  afterwards: Afterwards,
  label: ProfileFields,
): Promise<readonly RequestAfter[]> {
  const key = keyFor(afterwards, session);
  const updating = key === null ? session.api : session.as(key);
  // All later reads spell the uuid as usual.
  const ways = {
    'read first': { read: { api: session.api }, update: { api: updating, fields: label } },
    'update first': { read: { api: inOtherCase(session.api) }, update: { fields: renamedAgain } },
  };
  const after: RequestAfter[] = [];
  for (const request of orders[afterwards])
    after.push(await askFor(uuid, request, status, session, ways[afterwards][request]));
  return after;
}

/** Finds out what happened to those that may have been deleted along with it, unless that was just seen. */
async function settledEach(
  session: Session,
  uuids: readonly string[],
  looks: readonly Look[],
): Promise<void> {
  for (const uuid of uuids) {
    const isSeen = looks.some((look) => look.uuid === uuid && look.ok);
    if (isSeen) session.fixtures.giveBack('senderProfiles', uuid);
    else await giveBackIfThere(session, uuid);
  }
}

/** Reads profiles that were deleted earlier in the run: last, and not too soon, so that they had time to come back. */
async function whatIsBack(
  session: Session,
  { uuid, status }: Look,
  key: Credential | null,
): Promise<readonly RequestAfter[]> {
  const { gone } = session.state.account.profiles;
  const { clock } = session;
  await clock.wait(Math.max(0, ...gone.map(({ since }) => since + untilBackMs - clock.now())));
  // A cache per key may last longer.
  const byKey = key === null ? [] : [{ uuid, asking: { api: session.as(key) } }];
  const back = await allInBatches([...gone.map((one) => ({ uuid: one.uuid, asking: {} })), ...byKey], (one) =>
    askFor(one.uuid, 'read', status, session, one.asking),
  );
  return back;
}

/** Reads a profile that should be unchanged; retries if the server fails, or if the record may be delayed. */
async function lookPatiently(session: Session, before: Look): Promise<Look> {
  const first = await lookAt(session.api, before.uuid);
  const look = recordOf(first) === undefined ? await lookAt(session.api, before.uuid) : first;
  return lookedAtAgain(session, look, (now) => !differ(before, now));
}
