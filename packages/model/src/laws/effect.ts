/** What a write may do, and until when. */
import type { Moment } from './fact.ts';
import { isLook, isRefused, recordIn, type ProfileEvent } from './profile-event.ts';
import { isShown } from '../records/profile-history.ts';
import { textFields } from '../records/profile-fields.ts';

/** A change that was answered 202 shows by then, in milliseconds: what takes longer is not believed to be accepted. */
export const acceptedMs = 3000;

/** A write that may take effect, at one moment between its sending and `settled`. */
export interface Effect {
  readonly isSure: boolean;
  readonly settled: Moment;
}

/** Whether, and until when, a request may take effect; null if it never may. */
export function effectOf({ by, came, to }: ProfileEvent): Effect | null {
  if (by !== 'ours' || came.effect === 'never') return null;
  if (came.effect === 'perhaps') return { isSure: false, settled: Number.POSITIVE_INFINITY };
  return { isSure: true, settled: came.effect === 'later' ? to + acceptedMs : to };
}

/** Until when a write may change something: if answered 202, until a look shows that it did, or until it must have. */
export function endOf(event: ProfileEvent, events: readonly ProfileEvent[]): Moment {
  const { came, to, uuid } = event;
  if (came.effect !== 'later') return to;
  const shown = events.find(
    (look) =>
      look.uuid === uuid &&
      look.by === 'ours' &&
      look.act === 'read' &&
      look.from >= to &&
      showsEffect(event, look),
  );
  return Math.min(shown?.from ?? Number.POSITIVE_INFINITY, to + acceptedMs);
}

function showsEffect({ act, sent }: ProfileEvent, look: ProfileEvent): boolean {
  if (act === 'delete') return isRefused(look.came);
  return isLook(look) && showsAll(look, sent);
}

/** Whether an answer shows all texts that an update sent. */
export function showsAll(look: ProfileEvent, sent: ProfileEvent['sent']): boolean {
  return textFields.every((field) => {
    const text = sent?.[field];
    return typeof text !== 'string' || isShown(recordIn(look)?.[field], text);
  });
}
