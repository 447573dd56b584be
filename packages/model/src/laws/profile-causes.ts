/** What we did that might have changed what a sender profile shows. */
import { endOf, effectOf } from './effect.ts';
import type { ProfileEvent, ProfileFacts, Unentitled } from './profile-event.ts';

/** What we did to or beside a profile between two looks at it. */
export type Cause =
  | 'own update'
  | 'other update'
  | 'other delete'
  | 'limited'
  | Unentitled
  | 'nothing'
  | 'several';

/** The time between two looks at a profile; without a look before, all time before the later one. */
export interface Gap {
  readonly uuid: string;
  readonly before: ProfileEvent | null;
  readonly look: ProfileEvent;
}

/** What was done between looks, by the facts of a run. */
export class Causes {
  readonly #events: readonly ProfileEvent[];
  readonly #ends = new Map<ProfileEvent, number>();

  constructor({ events }: ProfileFacts) {
    this.#events = events;
  }

  /** See {@link endOf}. */
  endOf(event: ProfileEvent): number {
    const known = this.#ends.get(event) ?? endOf(event, this.#events);
    this.#ends.set(event, known);
    return known;
  }

  /** What was done between two looks. @param isGone - whether the later one shows that the profile is gone */
  between({ uuid, before, look }: Gap, isGone = false): Cause {
    const causes = new Set<Cause>();
    const deleters = new Set<Cause>();
    for (const event of this.#events) {
      if (event.from > look.to) break;
      if (event.act === 'read' || (before !== null && this.endOf(event) < before.from)) continue;
      const cause = causeIn(event, event.uuid === uuid);
      if (cause === null) continue;
      causes.add(cause);
      if (isGone && event.act === 'delete' && event.uuid === uuid) deleters.add(cause);
    }
    // What was asked to be deleted is not gone for another reason.
    const chosen = deleters.size > 0 ? deleters : causes;
    if (chosen.has('own update')) return 'own update';
    const [only = 'nothing'] = chosen;
    return chosen.size > 1 ? 'several' : only;
  }
}

function causeIn(event: ProfileEvent, isSame: boolean): Cause | null {
  if (event.by !== 'ours') return isSame ? event.by : null;
  if (event.came.kind === 'failed') return null;
  if (event.came.kind === 'limited') return isSame ? 'limited' : null;
  if (effectOf(event) === null) return null;
  if (event.act === 'delete') return isSame ? null : 'other delete';
  return isSame ? 'own update' : 'other update';
}
