/** Knows which profiles may still change because of an update of ours: a status may come back a while later. */
import { effectsEndMs } from '@outreach-api/model/bounds';
import { isSameValue, profileChanges } from '@outreach-api/model/records/profile-changes';
import { mayChangeAfterUpdate, sideEffectFields } from '@outreach-api/model/records/profile-fields';
import { recordOf, type Look } from '@outreach-api/model/records/profile-history';
import type { Session } from '../session/session.ts';

/**
 * Looks that say which profiles may still change because of an own update, if updates are seen to have side effects.
 *
 * @param updated - profiles that the run has just updated, as they were before
 */
export function withSideEffects(
  session: Session,
  looks: readonly Look[],
  updated: readonly Look[] = [],
): readonly Look[] {
  const { profiles } = session.state.account;
  profiles.haveSideEffects ||= updated.some((before) =>
    isChangedAside(
      before,
      looks.find(({ uuid }) => uuid === before.uuid),
    ),
  );
  if (!profiles.haveSideEffects) return looks;
  return looks.map((look) => {
    const isSettling = isUpdatedLately(session, look.uuid);
    return isSettling ? { ...look, isSettling } : look;
  });
}

/**
 * Whether a profile that was left alone shows that an own update a moment ago has side effects, unless its look says so
 * already: all that has changed is what those may change. From then on, looks say so.
 *
 * @param sinceMs - how long ago the first of them was
 */
export function showsSideEffects(
  session: Session,
  before: Look,
  after: Look | undefined,
  sinceMs: number,
): boolean {
  const [from, to] = [recordOf(before), after && recordOf(after)];
  if (before.isSettling === true || from === undefined || to === undefined) return false;
  const isAside =
    isUpdatedLately(session, before.uuid, sinceMs) && profileChanges(from, to).every(mayChangeAfterUpdate);
  session.state.account.profiles.haveSideEffects ||= isAside;
  return isAside;
}

function isUpdatedLately({ clock, state }: Session, uuid: string, sinceMs = 0): boolean {
  const updatedAt = state.account.profiles.updatedAt.get(uuid) ?? Number.NEGATIVE_INFINITY;
  return updatedAt > clock.now() - sinceMs - effectsEndMs;
}

function isChangedAside(before: Look, after: Look | undefined): boolean {
  const [from, to] = [recordOf(before), recordOf(after)];
  if (from === undefined || to === undefined) return false;
  return sideEffectFields.some((field) => !isSameValue(field, from[field], to[field]));
}
