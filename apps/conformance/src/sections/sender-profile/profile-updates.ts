/** Updates sender profiles in rounds, and reads all of them after each (Update a sender profile). */
import * as fc from 'fast-check';
import { Unmet } from '@outreach-api/engine';
import { defineExperiment } from '../../session/suite.ts';
import {
  labelOfTheDeleted,
  misleadingUpdates,
  partialUpdates,
  textFields,
  unusualUpdates,
  updatesOfAnyLength,
  updatesOfOtherLengths,
  wholeUpdates,
  type ProfileFields,
} from '@outreach-api/model/records/profile-fields';
import {
  differ,
  isOrdinary,
  mustShow,
  type Look,
  type ProfileHistory,
  type Round,
  type UpdateSeen,
} from '@outreach-api/model/records/profile-history';
import type { Session } from '../../session/session.ts';
import { usualHeaders } from '../../session/usual-headers.ts';
import { isMet } from '../../target/needs.ts';
import {
  bystandersOf,
  lookAtBystanders,
  profilesAtHand,
  profilesToUpdate,
  putBackUnlessMade,
} from '../../account/profiles-at-hand.ts';
import { updateRound, type Change } from './update-round.ts';
import { lookedAtAgain } from '../../account/late-updates.ts';
import { lookAt } from '../../account/look-at-profile.ts';
import { mustNotChangeByThemselves } from '../../account/own-changes.ts';

/** Rounds of updates: those of one round are sent at the same time, each to a different profile. */
interface HistoryPlan {
  /** Which of the available profiles is updated first, counted cyclically. */
  readonly profile: number;
  readonly rounds: readonly (readonly ProfileFields[])[];
  /** Set if the last check comes a while after the last update, unless {@link lateReading} has a profile of its own. */
  readonly looksLate?: true;
  /** Set if its updates have the headers that others add to requests. */
  readonly withHeaders?: true;
  /** After how many updates it reads once; after each if not set. */
  readonly readsOnceIn?: number;
  /** Set if updated profiles are read as by a client that caches. */
  readonly caches?: true;
  /** Set if the updates of the last round spell the uuid in the other letter case, if the target accepts that. */
  readonly otherLetters?: true;
}

/** At most this many are made smaller one by one. */
const fewRounds = 4;
/** An update that gets reverted is reverted after a while. */
const untilLateMs = 2200;

const one = (updates: readonly ProfileFields[]): HistoryPlan['rounds'] => updates.map((fields) => [fields]);

const alike = { first_name: 'Ada', last_name: 'Okafor𠮷', label: labelOfTheDeleted };
/**
 * Two profiles with the same names and label. The first is then updated with its own values; gets a name that begins
 * with the one before, and texts that differ only in a hyphen or an apostrophe; names in other letters, or with a hyphen
 * for a blank, under the same label; and names in the other kana, or with blanks about a hyphen. The second gets a label
 * in other letters, and names that differ only in an accent or in a letter of 4 bytes. A careless comparison takes such
 * changes for none. Last, the second gets no label while the first gets one.
 */
const twoAlike: HistoryPlan['rounds'] = [
  misleadingUpdates.slice(5),
  [alike, alike],
  [alike],
  [{ first_name: 'A-da', last_name: 'Okafor𠮷 ベル', label: "Nor'th" }],
  [
    { first_name: 'Ａ-da', last_name: 'Okafor𠮷-ベル', label: "Nor'th" },
    { ...alike, label: 'NORTH' },
  ],
  [
    { first_name: 'Ａ - da', last_name: 'Okafor𠮷-べる', label: 'Drop - Select' },
    { first_name: 'Áda', last_name: 'Okafor𠮾' },
  ],
];

/** Those that are tried side by side are of about equal length, on separate profiles if there are enough. */
const plans: readonly HistoryPlan[] = [
  // First: its breaches recur when it is repeated alone, while others may show only what parallel plans did.
  { profile: 3, rounds: twoAlike, looksLate: true, otherLetters: true },
  {
    profile: 5,
    rounds: one([...wholeUpdates.slice(0, 1), ...partialUpdates, ...misleadingUpdates.slice(0, 3)]),
    withHeaders: true,
    caches: true,
  },
  { profile: 1, rounds: one([...unusualUpdates, ...misleadingUpdates.slice(3, 5)]) },
  {
    profile: 2,
    // The first is sent again after others: it is no repetition that may be answered from memory.
    rounds: one([...wholeUpdates.slice(1), ...updatesOfOtherLengths, ...wholeUpdates.slice(1, 2)]),
    readsOnceIn: 8,
  },
];

/** The previous values are restored. */
export const profileUpdates = defineExperiment<HistoryPlan, ProfileHistory>({
  name: 'profile-updates',
  does: 'updates sender profiles several times, reads each after each update, and reads other profiles before and after',
  needs: ['updates', 'senderProfile'],
  phase: 'change',
  changesRecordsOf: ['senderProfiles'],
  given: fc.record({
    // None of the owner's where others are made, but one of those that are free soon.
    profile: fc.integer({ min: 3, max: 4 }),
    rounds: updatesOfAnyLength().map(one),
  }),
  first: plans,
  runs: 1,
  smaller: smallerPlans,
  probe: async (plan, session) => {
    const { subjects, rounds: sent } = await subjectsOf(plan, session);
    const otherUuids = await bystandersOf(session, subjects, plan.profile);
    return session.locks.holdRecords({ reads: otherUuids, changes: subjects }, async () =>
      historyOf({ ...plan, subjects, otherUuids, rounds: sent }, session),
    );
  },
});

/** Updates of some profiles, and the profiles observed alongside. */
interface Updating extends Omit<HistoryPlan, 'profile'> {
  readonly subjects: readonly string[];
  readonly otherUuids: readonly string[];
}

async function historyOf(updating: Updating, session: Session): Promise<ProfileHistory> {
  const { subjects, otherUuids, rounds: sent, looksLate, readsOnceIn = 1, caches } = updating;
  const began = session.clock.now();
  const [looks, others] = await Promise.all([
    Promise.all(subjects.map(async (uuid) => lookAt(session.api.control, uuid))),
    lookAtBystanders(session, otherUuids),
  ]);
  // On a broken target these may change, too: then they are restored at the end.
  const atHand = await profilesAtHand(session);
  for (const { uuid } of others) if (atHand.includes(uuid)) await session.state.profiles.keep(uuid, []);
  for (const look of looks) mustShow(look);
  const rounds: Round[] = [{ updates: [], looks: [...looks, ...others] }];
  let latest: readonly Look[] = looks;
  const reader = session.api.with({ caches: caches === true });
  const sendRound = async (
    changes: readonly Change[],
    reads: 'none' | 'subjects' | 'all',
  ): Promise<Round> => {
    const looked = reads === 'all' ? [...latest, ...others] : latest;
    const round = await updateRound(session, looked, changes, reads === 'none' ? null : reader);
    rounds.push(round);
    if (reads === 'none') return round;
    const untouched = looked.filter(({ uuid }) => !changes.some((change) => change.uuid === uuid));
    await mustNotChangeByThemselves(session, untouched, round.looks, session.clock.now() - began);
    latest = round.looks.slice(0, looks.length);
    return round;
  };
  const waits = looksLate === true && !canMakeProfiles(session);
  for (const at of sent.keys()) {
    const isLast = at === sent.length - 1;
    const looksOtherwise = isLast && updating.otherLetters === true;
    // A cache may keep it apart from what is asked for as usual.
    if (looksOtherwise) await inOtherLetters(session, latest);
    const reads = isLast || at % readsOnceIn === readsOnceIn - 1 ? 'subjects' : 'none';
    const { updates } = await sendRound(changesIn(updating, at), isLast && !waits ? 'all' : reads);
    for (const apart of sentApart(updates)) await sendRound([apart], 'subjects');
    if (looksOtherwise) rounds.push({ updates: [], looks: await inOtherLetters(session, latest) });
  }
  if (waits) {
    await session.clock.wait(untilLateMs);
    await sendRound([], 'all');
  }
  for (const look of looks) await putBackUnlessMade(session, look, fieldsOf(sent).includes('label'));
  return { rounds };
}

/** Reads the first profile by its uuid in other letters, which must show what was read by the usual ones. */
async function inOtherLetters(session: Session, [usual]: readonly Look[]): Promise<readonly Look[]> {
  if (usual === undefined) return [];
  const other = await lookAt(session.api, usual.uuid, true);
  return [await lookedAtAgain(session, other, (now) => !differ(usual, now), true)];
}

/** The updates of a round, each with its profile. */
function changesIn({ subjects, rounds, withHeaders, otherLetters }: Updating, at: number): readonly Change[] {
  const details = {
    otherLetters: otherLetters === true && at === rounds.length - 1,
    ...(withHeaders === true ? headersInTurn(at) : {}),
  };
  return subjects.flatMap((uuid, index) => {
    const sent = rounds[at]?.[index];
    return sent === undefined ? [] : [{ uuid, sent, ...details }];
  });
}

/** Refused updates with text that may be refused, by field: the others' text may be accepted. */
function sentApart(updates: readonly UpdateSeen[]): readonly Change[] {
  return updates
    .filter((update) => !update.ok && !isOrdinary(update) && new Set(Object.values(update.sent)).size > 1)
    .flatMap(({ uuid, sent }) =>
      Object.entries(sent).map(([field, text]) => ({ uuid, sent: { [field]: text } })),
    );
}

function headersInTurn(at: number): Pick<Change, 'headers'> {
  const { headers = {} } = usualHeaders[at % usualHeaders.length] ?? {};
  return { headers };
}

function canMakeProfiles({ target }: Session): boolean {
  return target.provision !== null && isMet('deletes', target);
}

/** The profiles to update, and the rounds; without labels if those could not be restored. */
async function subjectsOf(
  { profile, rounds }: HistoryPlan,
  session: Session,
): Promise<{ readonly subjects: readonly string[]; readonly rounds: HistoryPlan['rounds'] }> {
  const most = Math.max(1, ...rounds.map(({ length }) => length));
  const fields = fieldsOf(rounds);
  try {
    return { subjects: await profilesToUpdate(session, { from: profile, most, fields }), rounds };
  } catch (error) {
    const unlabelled = withoutLabels(rounds);
    if (!(error instanceof Unmet) || !fields.includes('label') || unlabelled.length === 0) throw error;
    const names = { from: profile, most, fields: fieldsOf(unlabelled) };
    const subjects = await profilesToUpdate(session, names);
    session.leftOut.push(error.message);
    return { subjects, rounds: unlabelled };
  }
}

function fieldsOf(rounds: HistoryPlan['rounds']): readonly string[] {
  return textFields.filter((field) => rounds.flat().some((update) => update[field] !== undefined));
}

/** Updates of only a label are dropped; their places in a round stay, since they determine which profile is updated. */
function withoutLabels(rounds: HistoryPlan['rounds']): HistoryPlan['rounds'] {
  return rounds
    .map((round) => round.map((update) => without(update, 'label')))
    .filter((round) => round.every((names) => Object.keys(names).length > 0));
}

function without(update: ProfileFields, field: keyof ProfileFields): ProfileFields {
  return Object.fromEntries(Object.entries(update).filter(([name]) => name !== field));
}

/**
 * Without a wait, further headers and a cache, half of the rounds, or all but a quarter of them; for few rounds one
 * profile alone, one field alone, shorter texts. A long plan takes many requests, and its result may be chance.
 */
function* smallerPlans(plan: HistoryPlan): Generator<HistoryPlan> {
  const { profile, rounds, looksLate, withHeaders, readsOnceIn, caches } = plan;
  if (looksLate === true || withHeaders === true || readsOnceIn !== undefined || caches === true)
    yield { profile, rounds };
  const [half, quarter] = [Math.ceil(rounds.length / 2), Math.ceil(rounds.length / 4)];
  if (rounds.length > 1) {
    yield { ...plan, rounds: rounds.slice(0, half) };
    yield { ...plan, rounds: rounds.slice(half) };
    for (let at = 0; at < rounds.length; at += quarter)
      yield { ...plan, rounds: rounds.toSpliced(at, quarter) };
  }
  if (rounds.length > fewRounds) return;
  for (const [at, round] of rounds.entries()) {
    if (round.length > 1) for (const update of round) yield { ...plan, rounds: rounds.with(at, [update]) };
    for (const [index, update] of round.entries())
      for (const fields of smallerFields(update))
        yield { ...plan, rounds: rounds.with(at, round.with(index, fields)) };
  }
}

function* smallerFields(update: ProfileFields): Generator<ProfileFields> {
  const fields = Object.entries(update);
  if (fields.length > 1) for (const [name, text] of fields) yield { [name]: text };
  for (const [name, text] of fields) {
    const letters = Array.from(String(text));
    for (const length of [1, letters.length >> 1, letters.length - 1])
      if (length > 0 && length < letters.length)
        yield { ...update, [name]: letters.slice(0, length).join('').trim() };
  }
}
