/** Whether a sender profile may be there, or gone, at a moment. */
import { effectOf } from './effect.ts';
import {
  isAccepted,
  isLook,
  isRefused,
  type ProfileEvent,
  type ProfileFacts,
  type Span,
} from './profile-event.ts';

/** How near a success must be for a refusal to concern the record, and not everybody, in milliseconds. */
const nearMs = 1200;

/** What a profile's events say about its presence. */
export interface Presence {
  /** Reads and updates that succeeded though a deletion had taken effect. */
  readonly back: readonly ProfileEvent[];
  /** How many requests came after a deletion that had taken effect. */
  readonly looksAfter: number;
  /** A profile that could be read and no longer can, though we did not delete it; null if it is not. */
  readonly gone: { readonly before: ProfileEvent; readonly look: ProfileEvent } | null;
  /** Deletions of a profile that was there, refused though other requests were accepted. */
  readonly refusedDeletions: readonly ProfileEvent[];
  readonly acceptedDeletions: readonly ProfileEvent[];
}

/** What the events of one profile say about its presence. */
export function presenceOf(events: readonly ProfileEvent[], facts: ProfileFacts): Presence {
  const ours = events.filter(({ by }) => by === 'ours');
  const deletions = ours.filter(({ act }) => act === 'delete');
  // Whether a uuid that is spelled otherwise names the profile is open, as is what a created key may do to it.
  const usual = ours.find(isLook)?.spelling;
  const accepted = deletions.filter(
    ({ came, isMainKey, spelling }) =>
      isAccepted(came) && isMainKey && (usual === undefined || spelling === usual),
  );
  const after = accepted.flatMap((deletion) => {
    const settled = effectOf(deletion)?.settled ?? Number.POSITIVE_INFINITY;
    return ours.filter(({ act, from }) => act !== 'delete' && from > settled);
  });
  return {
    back: after.filter(({ came }) => isAccepted(came)),
    looksAfter: after.length,
    gone: goneIn(ours, deletions, facts),
    refusedDeletions: refusedIn(ours, deletions, facts),
    acceptedDeletions: accepted,
  };
}

function goneIn(
  ours: readonly ProfileEvent[],
  deletions: readonly ProfileEvent[],
  facts: ProfileFacts,
): Presence['gone'] {
  const last = ours.findLast(isLook);
  if (last === undefined) return null;
  const refusals = ours.filter(
    ({ act, isMainKey, came, from, spelling }) =>
      act === 'read' && isMainKey && spelling === last.spelling && from > last.to && isRefused(came),
  );
  const [first] = refusals;
  if (first === undefined) return null;
  const mayBeDeleted = deletions.some((event) => effectOf(event) !== null && event.from <= first.to);
  const areAlone = refusals.filter((event) => isRefusedAlone(event, facts)).length > 1;
  return areAlone && !mayBeDeleted ? { before: last, look: first } : null;
}

function refusedIn(
  ours: readonly ProfileEvent[],
  deletions: readonly ProfileEvent[],
  facts: ProfileFacts,
): readonly ProfileEvent[] {
  const last = ours.findLast(isLook);
  return deletions.filter((event) => {
    const mayBeGone = deletions.some(
      (other) => other !== event && effectOf(other) !== null && other.from < event.to,
    );
    const isUsual = last === undefined || event.spelling === last.spelling;
    const wasThere = ours.some((look) => isLook(look) && look.to < event.from);
    return event.isMainKey && isUsual && wasThere && !mayBeGone && isRefusedAlone(event, facts);
  });
}

/** Whether a request was refused while the same key was accepted right before and right after. */
export function isRefusedAlone(
  { came, isMainKey, from, to }: ProfileEvent,
  { successes }: ProfileFacts,
): boolean {
  if (!isMainKey || !isRefused(came)) return false;
  return isBetween({ from, to }, successes, nearMs);
}

/** Whether a success ended right before a time, and another began right after. */
export function isBetween({ from, to }: Span, successes: readonly Span[], withinMs: number): boolean {
  return (
    successes.some((one) => one.to <= from && one.to >= from - withinMs) &&
    successes.some((one) => one.from >= to && one.from <= to + withinMs)
  );
}
