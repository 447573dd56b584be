/** Reads sender profiles repeatedly while nothing is written (Get a sender profile). */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { Disturbed, Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import { parseDateTime } from '@outreach-api/model/records/date-time';
import type { Session } from '../../session/session.ts';
import {
  differ,
  recordOf,
  type Look,
  type ProfileHistory,
} from '@outreach-api/model/records/profile-history';
import { usualHeaders, type AddedHeaders } from '../../session/usual-headers.ts';
import { mustChangeByReading, mustRestOrChangeByReading } from '../../account/own-changes.ts';
import { profilesAtHand, profilesToLookAt } from '../../account/profiles-at-hand.ts';
import { lookAt, lookAtAll } from '../../account/look-at-profile.ts';

const settlingMs = 2000;
/** How often reads with and without headers take turns. */
const timesByTurns = 3;

/** A read with headers that others add to requests. */
interface LookWithHeaders {
  readonly look: Look;
  readonly headers: AddedHeaders;
}

export const profileReading = defineExperiment<null, ProfileHistory>({
  name: 'profile-reading',
  does: 'reads each sender profile three times, and a uuid that none has, without changing anything',
  needs: ['senderProfile'],
  reads: ['senderProfiles'],
  given: fc.constant(null),
  first: [null],
  runs: 0,
  probe: async (_, session) => {
    const atHand = await profilesAtHand(session);
    const began = session.clock.now();
    const all = await lookTogether(session, await profilesToLookAt(session));
    for (const { uuid, ok, status } of all) {
      if (!ok && atHand.includes(uuid))
        throw new Unmet(`reading sender profile ${uuid} was refused with ${status}: does it exist?`);
    }
    const unread = await neverRead(session);
    const first = [...all.filter(({ ok }) => ok), ...unread];
    // In another order: records that are read at the same time must not be mixed up.
    const second = await lookTogether(session, first.map(({ uuid }) => uuid).toReversed());
    // With only one profile, only another uuid shows whether the uuid matters.
    const unknown = first.length > 1 ? [] : [await lookAt(session.api, randomUUID())];
    const others = unknown.filter((look) => !look.ok || recordOf(look)?.['uuid'] !== undefined);
    await session.clock.wait(coarsestGrain(second) + 10);
    const otherLetters = await Promise.all(unread.map(async ({ uuid }) => lookAt(session.api, uuid, true)));
    const readable = all.filter(({ ok }) => ok);
    const withHeaders = await lookWithHeaders(session, readable);
    const third = [...otherLetters, ...withHeaders.map(({ look }) => look)];
    const tookMs = session.clock.now() - began;
    session.ifBroken(async () => {
      if (changed(unread, second) || changed(unread, third)) await mustChangeWhenSettled(session);
      const restless = second.filter(
        (look) => !unread.some(({ uuid }) => uuid === look.uuid) && changed(first, [look]),
      );
      for (const one of withHeaders)
        if (changed(first, [one.look]) && !(await dependsOnHeaders(session, first, one)))
          restless.push(one.look);
      if (restless[0] !== undefined) await mustChangeByReading(session, restless[0], tookMs);
    });
    const looks = [[...first, ...others], second, third];
    return { rounds: looks.map((each) => ({ updates: [], looks: each })) };
  },
});

/** Reads profiles at the same time. */
async function lookTogether(session: Session, uuids: readonly string[]): Promise<readonly Look[]> {
  const looks = uuids.map(
    (uuid) =>
      async ({ api }: Session) =>
        lookAt(api, uuid),
  );
  return Promise.all(session.simultaneously(looks));
}

/** Reads the profiles with the headers that others add to requests, by turns, one read after the other. */
async function lookWithHeaders(
  { api }: Session,
  profiles: readonly Look[],
): Promise<readonly LookWithHeaders[]> {
  const looks: LookWithHeaders[] = [];
  for (let at = 0; at < Math.max(profiles.length, usualHeaders.length); at += 1) {
    const [profile, added] = [profiles[at % profiles.length], usualHeaders[at % usualHeaders.length]];
    if (profile === undefined || added === undefined) return looks;
    const { headersOf, headers } = added;
    const look = await lookAt(api.with({ headers }), profile.uuid);
    looks.push({ look: { ...look, known: { by: 'a read without headers', headersOf } }, headers });
  }
  return looks;
}

/** Whether the profile is shown otherwise with these headers each time, and never without them. */
async function dependsOnHeaders(
  { api }: Session,
  first: readonly Look[],
  { look: { uuid }, headers }: LookWithHeaders,
): Promise<boolean> {
  const plain = first.find((look) => look.uuid === uuid);
  if (plain === undefined) return false;
  for (let time = 0; time < timesByTurns; time += 1) {
    const looks = [await lookAt(api.control.with({ headers }), uuid), await lookAt(api.control, uuid)];
    if (looks.map((look) => differ(plain, look)).join() !== 'true,false') return false;
  }
  return true;
}

/** A profile created for this run, if it can be created and removed: effects of its first reads show only here. */
async function neverRead(session: Session): Promise<readonly Look[]> {
  const { provision, allow, fixtures } = session.target;
  if (provision === null || !allow.deletes) return [];
  // Created after those that are in use, it remains the newest meanwhile.
  if (allow.updates) await session.fixtures.workbench.profiles();
  const uuid = await session.fixtures.disposableSenderProfile();
  if (fixtures.disposableSenderProfiles.includes(uuid)) {
    session.fixtures.giveBack('senderProfiles', uuid);
    return [];
  }
  const look = await lookAt(session.api, uuid);
  return look.ok ? [look] : [];
}

/**
 * Makes sure that a new profile changes because it is read, and not because the target is still creating it.
 *
 * @throws Disturbed if one that had time to settle stays unchanged, or goes on changing by itself
 */
async function mustChangeWhenSettled(session: Session): Promise<void> {
  const uuid = await session.fixtures.disposableSenderProfile();
  await session.clock.wait(settlingMs);
  const began = session.clock.now();
  const first = [await lookAt(session.api.control, uuid)];
  const second = await lookAtAll(session, first);
  const third = await lookAt(session.api, uuid, true);
  if (!changed(first, second) && !changed(first, [third]))
    throw new Disturbed('a sender profile changes by itself after its creation');
  await mustRestOrChangeByReading(session, third, session.clock.now() - began);
}

function changed(before: readonly Look[], after: readonly Look[]): boolean {
  return after.some((look) => {
    const earlier = before.find(({ uuid }) => uuid === look.uuid);
    return earlier !== undefined && differ(earlier, look);
  });
}

/** How far apart two dates must be to differ, in milliseconds: a target may write whole seconds. */
function coarsestGrain(looks: readonly Look[]): number {
  return Math.max(0, ...looks.map((look) => parseDateTime(recordOf(look)?.['updated_at'])?.grain ?? 0));
}
