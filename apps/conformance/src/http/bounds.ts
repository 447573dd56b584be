/** For how long what is waited for may take, and why; see {@link eventually}. */
import type { Bound } from '../engine/eventually.ts';

/**
 * A change that was answered 202, until it is seen: nothing says how long it may take. Longer than this, and whoever
 * sent it would no longer believe that it was taken.
 *
 * @param what - that one kind never comes says nothing of how long another takes
 */
export function laterChange(what: string): Bound {
  return { subject: `202: ${what}`, forMs: 3000, leastMs: 500, vainAllowed: 3 };
}

/**
 * A webhook that was deleted with 202 is gone. One list, or one of several copies of it, may follow later than another,
 * so it must be gone for a while.
 */
export const leavesTheList: Bound = {
  subject: 'a deleted webhook leaves the list',
  forMs: 3000,
  lastsMs: 500,
};

/**
 * What the owner's module made is listed: a cache or an index may be so far behind. A list that shows something that
 * was made, and nothing more for a while, is taken to show all that comes. A list that is broken never shows it: then
 * only what follows quickly is waited for.
 */
export const isListedAtLast: Bound = {
  subject: 'what was made is listed',
  forMs: 30_000,
  leastMs: 1200,
  vainAllowed: 1,
  unchangedMs: 7000,
};

/** The first webhook that is made to fill the list is listed: otherwise no more are made. */
export const firstIsListed: Bound = { subject: 'the first one made is listed', forMs: 1200 };

/** The list shows all webhooks that were made to fill it, once it shows the first: as above. */
export const listIsFilled: Bound = { subject: 'the list is filled', forMs: 30_000, unchangedMs: 3000 };

/** What the owner's module made can be read: as above. Where reading is broken it never can. */
export const madeIsReadable: Bound = {
  subject: 'what was made can be read',
  forMs: 30_000,
  leastMs: 1200,
  vainAllowed: 1,
};

/** Filters find what the list shows: their index may be behind it. */
export const filtersFollow: Bound = {
  subject: 'filters find what was made',
  forMs: 20_000,
  firstPauseMs: 200,
};

/**
 * What a list lacks is found at the second look: not each copy of it must know of a new webhook yet, and one that
 * others delete meanwhile may push another between two pages.
 */
export const isFoundAgain: Bound = {
  subject: 'what the list lacks is found again',
  forMs: 1200,
  leastLooks: 3,
  firstPauseMs: 300,
};

/** A webhook that somebody else made and deletes right after passes. */
export const othersPass: Bound = {
  subject: 'what others do passes',
  forMs: 180,
  longestPauseMs: 120,
};

/** Somebody else at work changes the list: whoever does not within this time is not at work. */
export const othersChangeTheList: Bound = {
  subject: 'others change the list',
  forMs: 6000,
  firstPauseMs: 70,
};

/** Profiles that an update has set going, or that are in use, come to rest for a moment. */
export const profilesRest: Bound = { subject: 'profiles rest', forMs: 1300, firstPauseMs: 100 };

/** What an update has set going beside what it sent ends, such as a status that comes back by itself. */
export const updatesEnd: Bound = { subject: 'what an update set going ends', forMs: 1600, firstPauseMs: 50 };

/** A call that a test makes before it is answered: it has come, but for the way through our own process. */
export const isCalled: Bound = { subject: 'a call has come', forMs: 500, firstPauseMs: 50 };

/** A call that comes after its test was answered 202: as a change that was. */
export const isCalledLater: Bound = { subject: 'a call comes later', forMs: 3000, firstPauseMs: 200 };

/** A server or a gateway that fails recovers: longer failures are an outage, for which the monitor waits. */
export const failurePasses: Bound = { subject: 'a failure passes', forMs: 1300, firstPauseMs: 300 };

/** At the end of a run: the list no longer shows what was removed. */
export const removedIsGone: Bound = { subject: 'what was removed is gone', forMs: 2000, firstPauseMs: 100 };

/** At the end of a run, and of a try: a profile is as it was, also where that was answered 202. */
export const isPutBack: Bound = { subject: 'a profile is put back', forMs: 3100, firstPauseMs: 100 };

/** The same where it need not be as it was, or where all was answered at once. */
export const isPutBackSoon: Bound = { ...isPutBack, forMs: 700 };

/** Somebody else changes the list. @param ms - for how long they are watched */
export function othersWork(ms: number): Bound {
  return { subject: 'others at work', forMs: ms, firstPauseMs: 0.07 * ms };
}

/** Webhooks come that are deleted right after: only readings that follow each other closely meet them. */
export function newcomersCome(ms: number): Bound {
  return { subject: 'newcomers', forMs: ms, firstPauseMs: 3, longestPauseMs: 20 };
}

/** A profile that changed once changes again by itself. @param ms - for how long it is watched */
export function changesAgain(ms: number): Bound {
  return { subject: 'a profile changes by itself', forMs: ms, firstPauseMs: 0.05 * ms };
}
