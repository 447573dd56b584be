/** Sends full updates of one sender profile at the same time (Update a sender profile). */
import { allInBatches, eventually, ResourceLocks, Unmet } from '@outreach-api/engine';
import { classOf } from '@outreach-api/model/records/answer-class';
import * as fc from 'fast-check';
import { defineExperiment } from '../../session/suite.ts';
import { laterChange } from '@outreach-api/model/bounds';
import { textFields } from '@outreach-api/model/records/profile-fields';
import type { Session } from '../../session/session.ts';
import { mustShow, recordOf, shows, type Look } from '@outreach-api/model/records/profile-history';
import { lookAt } from '../../account/look-at-profile.ts';
import { profilesToUpdate } from '../../account/profiles-at-hand.ts';
import { mustSendTogether, onProfileKnownAs, updatedTo, updateTo } from '../sender-profile/known-profile.ts';
import { type Triple, type RaceSeen, beforeTheRace, isOneUpdate, fieldsOf } from './race-seen.ts';

/** Full updates of one profile, all sent at the same time. All are different. */
export type Race = readonly Triple[];

/** Races one after the other, each on a profile of its own if there are enough. */
export interface Races {
  /** On which of the available profiles the first one is, counted cyclically. */
  readonly profile: number;
  readonly races: readonly Race[];
}

/** Each update has its own values, so that any mixture is detected. */
const allDifferent: readonly Triple[] = [1, 2, 3, 4, 5, 6].map((value) => [value, value, value]);
/** Some values stay as they are: a target that writes only changed fields mixes these. */
const complementary: readonly Triple[] = [
  [1, 0, 1],
  [0, 2, 0],
  [3, 0, 0],
  [0, 0, 4],
  [0, 5, 5],
];
const pairs: readonly Triple[] = [
  [1, 0, 0],
  [0, 2, 2],
  [3, 3, 0],
];

const value = fc.nat({ max: 6 });

const racesWhereMixed = 6;

export const simultaneousUpdates = defineExperiment<Races, readonly RaceSeen[]>({
  name: 'simultaneous-updates',
  does: 'sends several full updates of one profile at the same time, and reads the result',
  needs: ['updates', 'senderProfile'],
  phase: 'change',
  // While nothing else uses profiles: parallel requests may keep a careless service from mixing the updates.
  changes: ['senderProfiles'],
  given: fc.record({
    profile: fc.nat({ max: 7 }),
    races: fc.tuple(
      fc.uniqueArray(
        fc.tuple(value, value, value).filter((triple) => triple.some((at) => at > 0)),
        { minLength: 3, maxLength: 6, selector: String },
      ),
    ),
  }),
  // The largest first: it opens the connections over which the updates of the others arrive at the same time.
  first: [{ profile: 2, races: [allDifferent, complementary, pairs] }],
  runs: 0,
  smaller: ({ profile, races }) =>
    races.length > 1 ? races.map((race, at) => ({ profile: profile + at, races: [race] })) : [],
  probe: async ({ profile, races }, session) => {
    mustSendTogether(session);
    const turns = new ResourceLocks(['race'], String);
    const asked = { from: profile, most: races.length, fields: textFields };
    const uuids = await profilesToUpdate(session, asked);
    return allInBatches([...races.entries()], async ([at, race]) =>
      raceOnKnownProfile(session, { uuid: uuids[at % uuids.length] ?? '', race, turns }),
    );
  },
});

/** A race on one profile, and what keeps it apart from the others. */
interface RaceOn {
  readonly uuid: string;
  readonly race: Race;
  readonly turns: ResourceLocks<'race'>;
}

async function raceOnKnownProfile(session: Session, on: RaceOn): Promise<RaceSeen> {
  return onProfileKnownAs(
    session,
    on.uuid,
    beforeTheRace,
    async (uuid) => {
      session.ifBroken(async () => {
        await updateTo(session, uuid, beforeTheRace);
        await updatedTo(session, uuid, beforeTheRace);
      });
      return runRaces(session, on);
    },
    async (work) => on.turns.hold({ reads: ['race'], changes: [] }, work),
  );
}

async function runRaces(session: Session, on: RaceOn): Promise<RaceSeen> {
  const { profiles } = session.state.account;
  let seen = await runRace(session, on);
  // A mixture is a matter of chance: once one was seen, repeat more often.
  for (let again = 1; again < racesWhereMixed && profiles.areMixedByUpdates && isOneUpdate(seen); again += 1)
    seen = await runRace(session, on);
  if (!isOneUpdate(seen)) profiles.areMixedByUpdates = true;
  return seen;
}

async function runRace(session: Session, { uuid, race, turns }: RaceOn): Promise<RaceSeen> {
  // Until it was read, and while no other profile is updated: that may change this one, too (PROF-08), or keep a
  // careless service from mixing the updates.
  return turns.hold({ reads: [], changes: ['race'] }, async () => {
    const answers = await Promise.all(
      session.simultaneously(
        race.map((triple) => async ({ api }: Session) => {
          const sent = fieldsOf(triple);
          return { sent, answer: await api.updateSenderProfile(uuid, sent) };
        }),
      ),
    );
    if (!answers.some(({ answer }) => answer.ok))
      throw new Unmet('none of the updates sent at the same time was accepted');
    // A server that failed may still have stored the update.
    const updates = answers.map(({ sent, answer }) => ({ sent, mayWin: classOf(answer).effect !== 'never' }));
    const later = answers.some(({ answer }) => classOf(answer).effect === 'later');
    const final = mustShow(later ? await onceQuiet(session, uuid, updates) : await lookAt(session.api, uuid));
    return { updates, final: Object.fromEntries(textFields.map((field) => [field, final[field]])) };
  });
}

/**
 * The last of the updates may take effect a moment after their answers: checks until one has won and nothing changes
 * any more.
 */
async function onceQuiet(session: Session, uuid: string, updates: RaceSeen['updates']): Promise<Look> {
  await session.clock.wait(200);
  let previous = '';
  const { last } = await eventually(
    session.state,
    laterChange('one of several updates at the same time'),
    async () => lookAt(session.api, uuid),
    (look) => {
      const record = recordOf(look) ?? {};
      const now = JSON.stringify(textFields.map((field) => record[field]));
      const quiet = now === previous;
      previous = now;
      return quiet && updates.some(({ sent, mayWin }) => mayWin && shows(look, sent));
    },
  );
  return last;
}
