/** Looks at sender profiles that several whole updates met at: all texts must come from one of them. */
import { textFields } from '../records/profile-fields.ts';
import { isShown } from '../records/profile-history.ts';
import { recordIn, type ProfileEvent } from './profile-event.ts';
import type { Looks } from './profile-looks.ts';
import type { Write } from './profile-writes.ts';

/** A look at a profile after updates that met. */
export interface Race {
  readonly look: ProfileEvent;
  readonly of: readonly ProfileEvent[];
  /** Whether the record mixes them. */
  readonly isMixture: boolean;
}

/** The races of a profile. */
export function racesIn({ steps, alive }: Looks): readonly Race[] {
  const looks = [...new Set(steps.map(({ look }) => look))];
  return looks.flatMap((look) => {
    const mays = textFields.map((field) => alive.get(field)?.get(look) ?? []);
    const updates = updatesThatMet(mays, look);
    return updates === null ? [] : [{ look, of: updates, isMixture: isMixtureOf(updates, look) }];
  });
}

/** The whole updates of which one must be shown; null if something else may be. */
function updatesThatMet(
  mays: readonly (readonly Write[])[],
  look: ProfileEvent,
): readonly ProfileEvent[] | null {
  const writes = mays.flat();
  const updates = [...new Set(writes.map(({ event }) => event))].filter((event) => event !== null);
  const areAllKnown = writes.every(({ event }) => event !== null);
  const areWhole = updates.every(({ sent }) =>
    textFields.every((field) => typeof sent?.[field] === 'string'),
  );
  const areOver = writes.every(({ settled }) => settled < look.from || settled === Number.POSITIVE_INFINITY);
  const met = Math.max(...updates.map(({ from }) => from)) <= Math.min(...updates.map(({ to }) => to));
  return updates.length > 1 && areAllKnown && areWhole && areOver && met ? updates : null;
}

function isMixtureOf(updates: readonly ProfileEvent[], look: ProfileEvent): boolean {
  const record = recordIn(look) ?? {};
  const fits = ({ sent }: ProfileEvent, field: string): boolean =>
    isShown(record[field], String(sent?.[field]));
  const comesFromThem = textFields.every((field) => updates.some((event) => fits(event, field)));
  return comesFromThem && !updates.some((event) => textFields.every((field) => fits(event, field)));
}
