import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { ProfileFields } from '../arbitraries/profile-fields.ts';
import { defineExperiment } from '../engine/experiment.ts';
import { Unmet } from '../engine/unmet.ts';
import { parseDateTime } from '../records/date-time.ts';
import { lookAt, lookAtAll, recordOf, type Look, type ProfileHistory } from './profile-history.ts';
import { profilesAtHand, profilesToLookAt } from './profiles-at-hand.ts';

/** Rounds of updates: those of one round are sent at the same time, each to another profile. */
export interface HistoryPlan {
  /** Which of the profiles at hand is the first one to be updated, counted round and round. */
  readonly profile: number;
  readonly rounds: readonly (readonly ProfileFields[])[];
}

const threeLooks: HistoryPlan = { profile: 0, rounds: [[], []] };

/** Reads each sender profile three times, and a uuid that none has, and changes nothing (Get a sender profile). */
export const profileReading = defineExperiment<HistoryPlan, ProfileHistory>({
  name: 'profile-reading',
  needs: ['senderProfile'],
  reads: ['senderProfiles'],
  given: fc.constant(threeLooks),
  first: [threeLooks],
  runs: 0,
  probe: async (_plan, session) => {
    const atHand = await profilesAtHand(session);
    const all = await Promise.all(
      (await profilesToLookAt(session)).map(async (uuid) => lookAt(session.api, uuid)),
    );
    for (const { uuid, ok, status } of all) {
      if (!ok && atHand.includes(uuid))
        throw new Unmet(`reading sender profile ${uuid} was refused with ${status}: is it there?`);
    }
    const first = all.filter(({ ok }) => ok);
    const second = await lookAtAll(session, first);
    const stranger = await lookAt(session.api, randomUUID());
    await wait(coarsestGrain(second) + 10);
    const third = await lookAtAll(session, first);
    return { rounds: [first, second, third].map((looks) => ({ updates: [], looks })), stranger };
  },
});

/** How far apart two dates must be to be told apart, in milliseconds: a target may write whole seconds. */
function coarsestGrain(looks: readonly Look[]): number {
  return Math.max(0, ...looks.map((look) => parseDateTime(recordOf(look)?.['updated_at'])?.grain ?? 0));
}
