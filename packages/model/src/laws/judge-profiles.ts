/** Judges the facts of a run about sender profiles by what the model of them may show. */
import type { StatementId } from '../generated/statements.ts';
import { isDateBefore } from '../records/profile-dates.ts';
import { isOrdinaryUpdate } from '../records/profile-fields.ts';
import { acceptedMs, effectOf, showsAll } from './effect.ts';
import type { Fact } from './fact.ts';
import { answersIn, type AnswerToUpdate } from './profile-answers.ts';
import { Causes } from './profile-causes.ts';
import { Changes, marksIn, type Doer } from './profile-changes.ts';
import {
  isAccepted,
  isLook,
  profileFactsIn,
  recordIn,
  showsItself,
  type ProfileEvent,
  type ProfileFacts,
} from './profile-event.ts';
import { looksAt, type Step } from './profile-looks.ts';
import { isBetween, isRefusedAlone, presenceOf, type Presence } from './profile-presence.ts';
import { racesIn, type Race } from './profile-races.ts';

/** What the facts say about a statement. */
export interface FactVerdict {
  /** `doubtful`: it looks broken, too seldom to count. */
  readonly kind: 'broken' | 'doubtful' | 'held';
  /** How often it could have been broken. */
  readonly chances: number;
  /** The requests that broke it. */
  readonly by: readonly ProfileEvent[];
}

/** Two servers of a target may each write their own time; an answer may take its time from another clock. */
const [clocksApartMs, answersApartMs] = [500, 1000];
/** How near other requests must be accepted for one that is cut off to be the only one, in milliseconds. */
const nearMs = 500;
const leastCut = 4;

/**
 * Judges the facts of a run about sender profiles (Get, Update and Delete a sender profile).
 *
 * @param named - the profiles that the target file names
 */
export function judgeProfiles(
  facts: readonly Fact[],
  named: readonly string[],
): ReadonlyMap<StatementId, FactVerdict> {
  const all = profileFactsIn(facts, named);
  const causes = new Causes(all);
  const profiles = profilesIn(all, causes);
  const changes = new Changes(
    profiles.flatMap(({ steps }) => steps),
    profiles.map(({ presence }) => presence),
    all,
    causes,
  );
  return new Map([...ofProfiles(profiles, changes, all), ...ofOthers(changes)]);
}

/** A profile, and what the facts say about it. */
interface JudgedProfile {
  readonly events: readonly ProfileEvent[];
  readonly steps: readonly Step[];
  readonly races: readonly Race[];
  readonly presence: Presence;
  readonly answers: readonly AnswerToUpdate[];
}

function profilesIn(all: ProfileFacts, causes: Causes): readonly JudgedProfile[] {
  const marks = marksIn(all.events);
  const wasSent = (text: unknown): boolean => marks.has(text);
  return [...Map.groupBy(all.events, ({ uuid }) => uuid).values()].map((events) => {
    const looks = looksAt(untilDeleted(events), wasSent);
    return {
      events,
      steps: looks.steps,
      races: racesIn(looks),
      presence: presenceOf(events, all),
      answers: answersIn(events, all, causes),
    };
  });
}

type Said = readonly [StatementId, FactVerdict];

/** @param least - how often it must be seen to count */
function said(id: StatementId, chances: number, by: readonly ProfileEvent[], least = 2): Said {
  const kind = by.length >= least ? 'broken' : by.length > 0 ? 'doubtful' : 'held';
  return [id, { kind, chances, by }];
}

/** The statements about what we may do to profiles. */
function ofProfiles(
  profiles: readonly JudgedProfile[],
  changes: Changes,
  all: ProfileFacts,
): readonly Said[] {
  const looks = profiles.flatMap(({ steps }) => steps).length;
  const answers = profiles.flatMap((profile) => profile.answers);
  const races = profiles.flatMap((profile) => profile.races);
  const presences = profiles.map(({ presence }) => presence);
  const inEach = (
    find: (events: readonly ProfileEvent[], facts: ProfileFacts) => readonly ProfileEvent[],
  ): readonly ProfileEvent[] => profiles.flatMap(({ events }) => find(events, all));
  return [
    said('PROF-02', looks, inEach(answeredWithOthers)),
    said('PROF-03', changes.chances('nothing'), looksOf(changes.byLooking())),
    said('PROF-04', answers.length, [
      ...answers.filter(({ faults }) => faults.length > 0).map(({ event }) => event),
      ...inEach(refusedUpdates),
      ...unansweredUpdates(all),
    ]),
    said('PROF-05', changes.chances('own update'), looksOf(changes.ofOwnUpdates('text'))),
    said('PROF-06', changes.chances('own update'), [
      ...looksOf(changes.ofOwnUpdates('lasting')),
      ...answers.filter(({ moved }) => moved.length > 0).map(({ event }) => event),
    ]),
    said('PROF-07', looks, inEach(datesGoingBack)),
    said(
      'PROF-09',
      presences.reduce((sum, { looksAfter }) => sum + looksAfter, 0),
      [...presences.flatMap(({ back }) => back), ...refusedDeletions(presences)],
      1,
    ),
    said('PROF-12', races.length, looksOf(races.filter(({ isMixture }) => isMixture)), 1),
  ];
}

const unentitled = ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'TEAM-02'] as const;

/** The statements about what must change nothing, or nothing else. */
function ofOthers(changes: Changes): readonly Said[] {
  const of = (id: StatementId, doer: Doer, least: number): Said =>
    said(id, changes.chances(doer), looksOf(changes.by(doer)), least);
  return [
    of('PROF-08', 'other update', 2),
    of('PROF-10', 'other delete', 2),
    of('RATE-04', 'limited', 1),
    ...unentitled.map((who) => of(who, who, 1)),
  ];
}

function looksOf(changed: readonly { readonly look: ProfileEvent }[]): readonly ProfileEvent[] {
  return changed.map(({ look }) => look);
}

/** What a profile shows that was deleted is another matter. */
function untilDeleted(events: readonly ProfileEvent[]): readonly ProfileEvent[] {
  const at = events.findIndex((event) => event.act === 'delete' && effectOf(event) !== null);
  return at < 0 ? events : events.slice(0, at);
}

/** Deletions refused, where none was accepted: one that fails may be an accident. */
function refusedDeletions(presences: readonly Presence[]): readonly ProfileEvent[] {
  const refused = presences.flatMap(({ refusedDeletions: of }) => of);
  const isNeverAccepted = presences.every(({ acceptedDeletions }) => acceptedDeletions.length === 0);
  return isNeverAccepted && new Set(refused.map(({ uuid }) => uuid)).size > 1 ? refused : [];
}

/** PROF-02: reads of a profile that exists, answered with the record of another. */
function answeredWithOthers(
  events: readonly ProfileEvent[],
  { known }: ProfileFacts,
): readonly ProfileEvent[] {
  const ours = events.filter(({ by }) => by === 'ours');
  const exists =
    known.has(ours[0]?.uuid ?? '') ||
    ours.some((event) => showsItself(event) || (event.act === 'delete' && isAccepted(event.came)));
  if (!exists) return [];
  const deletions = ours.filter(({ act }) => act === 'delete');
  const end = Math.min(Number.POSITIVE_INFINITY, ...deletions.map(({ from }) => from));
  return ours.filter(
    (event) =>
      event.act === 'read' &&
      event.to < end &&
      typeof recordIn(event)?.['uuid'] === 'string' &&
      !showsItself(event),
  );
}

/** PROF-04: updates with ordinary text refused alone, though the profile was there and nothing else was written. */
function refusedUpdates(events: readonly ProfileEvent[], facts: ProfileFacts): readonly ProfileEvent[] {
  const looks = events.filter(isLook);
  const [usual] = looks;
  const writes = facts.events.filter(({ act }) => act !== 'read');
  return events
    .filter(
      (event) =>
        event.act === 'update' &&
        event.by === 'ours' &&
        event.spelling === usual?.spelling &&
        isOrdinaryUpdate(event.sent) &&
        isRefusedAlone(event, facts),
    )
    .filter(({ from, to }) => looks.some((look) => look.to < from) && looks.some((look) => look.from > to))
    .filter((event) => !events.some((other) => mayHaveDeleted(other, event)))
    .filter(
      (event) => !writes.some((other) => other !== event && other.from <= event.to && other.to >= event.from),
    );
}

function isSettling(update: ProfileEvent, look: ProfileEvent): boolean {
  return (
    update.act === 'update' &&
    update.came.kind === 'accepted' &&
    update.from < look.from &&
    look.from <= update.to + acceptedMs
  );
}

function mayHaveDeleted(other: ProfileEvent, event: ProfileEvent): boolean {
  return other.act === 'delete' && other.from < event.from && effectOf(other) !== null;
}

/** PROF-04: updates that are cut off, each of them, while other requests are answered. */
function unansweredUpdates({ events, successes }: ProfileFacts): readonly ProfileEvent[] {
  const updates = events.filter(({ act, isMainKey }) => act === 'update' && isMainKey);
  if (!updates.every(({ isCut }) => isCut)) return [];
  const alone = updates.filter((event) => isBetween(event, successes, nearMs));
  return alone.length >= leastCut ? alone : [];
}

/** PROF-07: records whose `updated_at` is before an earlier one, or before their creation. */
function datesGoingBack(events: readonly ProfileEvent[]): readonly ProfileEvent[] {
  const dated = events.filter(
    (event) =>
      event.by === 'ours' && (isLook(event) || (event.act === 'update' && recordIn(event) !== undefined)),
  );
  return dated.filter((event, at) => {
    const { updated_at, created_at } = recordIn(event) ?? {};
    if (event.act === 'read' && isDateBefore(updated_at, created_at)) return true;
    return dated.slice(0, at).some((earlier) => {
      const previous = recordIn(earlier)?.['updated_at'];
      const mayBeLater = earlier.act === 'update' && earlier.came.kind === 'accepted';
      if (earlier.to >= event.from || mayBeLater || previous === updated_at) return false;
      // Until a change answered 202 has settled, one server may show it and another what was there before.
      if (dated.some((update) => isSettling(update, event))) return false;
      // An update that was not stored moves no date.
      const isStored = earlier.act === 'read' || event.act === 'update' || showsAll(event, earlier.sent);
      return (
        isStored &&
        isDateBefore(updated_at, previous, earlier.act === event.act ? clocksApartMs : answersApartMs)
      );
    });
  });
}
