/** How long each awaited change may take, and why; see {@link eventually}. */
import type { Bound } from '@outreach-api/engine';

/**
 * A change that was answered 202 shows: the description does not say how long it may take. If it takes longer than
 * this, a client would no longer believe that it was accepted.
 *
 * @param what - the kind of change: that one kind never shows says nothing about how long another takes
 */
export function laterChange(what: string): Bound {
  return { subject: `202: ${what}`, forMs: 3000, leastMs: 500, failuresAllowed: 3 };
}

/**
 * A webhook that was deleted with 202 is gone. One list, or one of several replicas, may lag behind another, so the
 * webhook must stay gone for a while.
 */
export const leavesTheList: Bound = {
  subject: 'a deleted webhook leaves the list',
  forMs: 3000,
  lastsMs: 500,
};

/**
 * What the owner's module made is listed: a cache or an index may lag this far behind. A list that shows some of the
 * records, and nothing more for a while, is taken to show all it ever will. A broken list never shows them: then the
 * wait covers only what follows quickly.
 */
export const isListedAtLast: Bound = {
  subject: 'what was made is listed',
  forMs: 30_000,
  leastMs: 1200,
  failuresAllowed: 1,
  unchangedMs: 7000,
};

/** The first webhook made to fill the list is listed: otherwise no more are made. */
export const firstIsListed: Bound = { subject: 'the first one made is listed', forMs: 1200 };

/** The list shows all webhooks made to fill it, once it shows the first: as above. */
export const listIsFilled: Bound = { subject: 'the list is filled', forMs: 30_000, unchangedMs: 3000 };

/** What the owner's module made can be read: as above. If reading is broken, it never can. */
export const madeIsReadable: Bound = {
  subject: 'what was made can be read',
  forMs: 30_000,
  leastMs: 1200,
  failuresAllowed: 1,
};

/** Filters find what the list shows: their index may lag behind it. */
export const filtersFollow: Bound = {
  subject: 'filters find what was made',
  forMs: 20_000,
  firstPauseMs: 200,
};

/**
 * What the list lacks is found at the second look: a replica may not know of a new webhook yet, and a deletion by
 * others may push a webhook from one page to another between two requests.
 */
export const isFoundAgain: Bound = {
  subject: 'what the list lacks is found again',
  forMs: 1200,
  leastLooks: 3,
  firstPauseMs: 300,
};

/** A webhook that somebody else makes and deletes right after comes and goes. */
export const othersPass: Bound = {
  subject: 'what others do passes',
  forMs: 180,
  longestPauseMs: 120,
};

/** Somebody else changes the list: a client that does not do so within this time is not active. */
export const othersChangeTheList: Bound = {
  subject: 'others change the list',
  forMs: 6000,
  leastMs: 2000,
  failuresAllowed: 3,
  firstPauseMs: 70,
};

/** The side effects of an update have ended by then, in milliseconds, such as a status that reverts by itself. */
export const effectsEndMs = 5000;

/** A call that a test makes before it is answered: it has arrived, except for the way through our own process. */
export const isCalled: Bound = { subject: 'a call has come', forMs: 500, firstPauseMs: 50 };

/** A call that comes after its test was answered 202: like a change answered 202. */
export const isCalledLater: Bound = { subject: 'a call comes later', forMs: 3000, firstPauseMs: 200 };

/**
 * A service that refuses for the moment only takes what it refused: as with a change answered 202, the description does
 * not say how long that may take.
 */
export const isFreeAgain: Bound = { subject: 'a service is free again', forMs: 3000, firstPauseMs: 300 };

/** A failing server or gateway recovers: longer failures are an outage, for which the monitor waits. */
export const failurePasses: Bound = { subject: 'a failure passes', forMs: 1300, firstPauseMs: 300 };

/** At the end of a run: the list no longer shows what was removed. */
export const removedIsGone: Bound = { subject: 'what was removed is gone', forMs: 2000, firstPauseMs: 100 };

/** At the end of a run, and of a try: a profile is restored, even if the request was answered 202. */
export const isPutBack: Bound = { subject: 'a profile is put back', forMs: 3100, firstPauseMs: 100 };

/** The same if it need not be restored exactly, or if everything was answered at once. */
export const isPutBackSoon: Bound = { ...isPutBack, forMs: 700 };

/** Somebody else changes the list. @param ms - how long to watch */
export function othersWork(ms: number): Bound {
  return { subject: 'others at work', forMs: ms, firstPauseMs: 0.07 * ms };
}

/** Webhooks appear that are deleted right after: only closely spaced readings catch them. */
export function newcomersCome(ms: number): Bound {
  return { subject: 'newcomers', forMs: ms, firstPauseMs: 3, longestPauseMs: 20 };
}

/** A profile that changed once changes again by itself. @param ms - how long to watch */
export function changesAgain(ms: number): Bound {
  return { subject: 'a profile changes by itself', forMs: ms, firstPauseMs: 0.05 * ms };
}
