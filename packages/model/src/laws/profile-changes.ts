/** What changed between looks at sender profiles that no write explains, and what may have changed it. */
import { textFields } from '../records/profile-fields.ts';
import { isSameValue } from '../records/profile-changes.ts';
import { areDoneByLooking, comeWithAnAct } from './chance.ts';
import { effectOf } from './effect.ts';
import type { Cause, Causes } from './profile-causes.ts';
import { isAccepted, recordIn, type ProfileEvent, type ProfileFacts } from './profile-event.ts';
import type { Step } from './profile-looks.ts';
import type { Presence } from './profile-presence.ts';
import { isLasting, isText } from './profile-writes.ts';

/** Fields that change alike. */
export type FieldGroup = 'text' | 'lasting' | 'updated_at' | 'other';

const groups: readonly FieldGroup[] = ['text', 'lasting', 'updated_at', 'other'];

/** Whose act may have changed what a profile shows. */
export type Doer = Exclude<Cause, 'own update' | 'nothing' | 'several'>;

/** A profile that was seen, and later was gone. */
export interface Vanished {
  readonly before: ProfileEvent;
  readonly look: ProfileEvent;
}

interface CausedStep extends Step {
  readonly cause: Cause;
  readonly group: FieldGroup;
}

/** What changed between looks, and after what. */
export class Changes {
  readonly #steps: readonly CausedStep[];
  readonly #gone: readonly (Vanished & { readonly cause: Cause })[];
  readonly #events: readonly ProfileEvent[];
  /** The texts that a request of the run was the first to name: nobody else writes them. */
  readonly #marks: ReadonlySet<unknown>;

  constructor(
    steps: readonly Step[],
    presences: readonly Presence[],
    { events }: ProfileFacts,
    causes: Causes,
  ) {
    this.#events = events;
    this.#marks = marksIn(events);
    const known = new Map<ProfileEvent, Cause>();
    this.#steps = steps.map((step) => {
      const group = groupOf(step.field);
      // Nothing changed between the looks: an update has not come by the time it had to.
      if (step.isSurprise && isAsBefore(step)) return { ...step, cause: 'own update', group };
      const cause = known.get(step.look) ?? causes.between(step);
      if (step.before !== null) known.set(step.look, cause);
      return { ...step, cause, group };
    });
    this.#gone = presences.flatMap(({ gone }) =>
      gone === null ? [] : [{ ...gone, cause: causes.between({ ...gone, uuid: gone.look.uuid }, true) }],
    );
  }

  /** How many looks could have shown the effect of an act. */
  chances(cause: Cause): number {
    return new Set(this.#steps.filter((step) => step.cause === cause).map(({ look }) => look)).size;
  }

  /** Changes that come with looking, where nothing else is done. */
  byLooking(): readonly Step[] {
    return groups.flatMap((group) => {
      // What depends on who asks is not changed by asking.
      const steps = this.#after('nothing', group).filter(
        ({ before, look }) => before?.isMainKey === look.isMainKey,
      );
      const pairs = steps.flatMap(({ before, look, isSurprise }) =>
        before === null ? [] : [{ ms: Math.max(0.1, look.to - before.from), isChange: isSurprise }],
      );
      return areDoneByLooking(pairs) ? steps.filter(({ isSurprise }) => isSurprise) : [];
    });
  }

  /** Surprises after updates of the same profile. */
  ofOwnUpdates(group: FieldGroup): readonly (Step | Vanished)[] {
    const steps = this.#after('own update', group);
    const unmarked = this.#unmarked(steps);
    const doCome =
      this.#areDone(steps, unmarked, group) ||
      placesOf(unmarked).some((place) => this.#areDone(place, place, group));
    const marked = this.#steps.filter(
      (step) => step.isSurprise && step.group === group && this.#markedBy(step) === 'own update',
    );
    const gone = group === 'text' ? this.#goneAfter('own update') : [];
    return [...new Set([...(doCome ? unmarked : []), ...marked]), ...gone];
  }

  /** What one kind of act changed: shown by a text that only it sent, or by changes that come with it. */
  by(cause: Doer): readonly (Step | Vanished)[] {
    const marked = this.#steps.filter((step) => step.isSurprise && this.#markedBy(step) === cause);
    const after = groups.flatMap((group) => {
      const steps = this.#after(cause, group);
      const unmarked = this.#unmarked(steps);
      return this.#areDone(steps, unmarked, group) ? unmarked : [];
    });
    return [...new Set([...marked, ...after]), ...this.#goneAfter(cause)];
  }

  /** Profiles that vanished after one kind of act, if that is no chance. */
  #goneAfter(cause: Cause): readonly Vanished[] {
    const [after, quiet] = [cause, 'nothing' as const].map((one) => {
      const gone = this.#gone.filter((vanished) => vanished.cause === one);
      const there = this.#steps.filter((step) => step.cause === one && step.field === 'uuid');
      return { gone, tally: { changes: gone.length, ms: durationOf([...there, ...gone]) } };
    });
    if (after === undefined || quiet === undefined) return [];
    return comeWithAnAct([{ after: after.tally, quiet: quiet.tally }]) ? after.gone : [];
  }

  #after(cause: Cause, group: FieldGroup): readonly CausedStep[] {
    return this.#steps.filter((step) => step.cause === cause && step.group === group);
  }

  #unmarked(steps: readonly CausedStep[]): readonly CausedStep[] {
    return steps.filter((step) => step.isSurprise && this.#markedBy(step) === null);
  }

  #areDone(steps: readonly Step[], surprises: readonly Step[], group: FieldGroup): boolean {
    const quiet = this.#after('nothing', group).filter(({ before }) => before !== null);
    return comeWithAnAct(
      [...new Set(steps.map(({ uuid }) => uuid))].map((uuid) => {
        const pauses = ofProfile(quiet, uuid);
        return {
          after: { changes: looksIn(ofProfile(surprises, uuid)), ms: durationOf(ofProfile(steps, uuid)) },
          quiet: { changes: looksIn(pauses.filter(({ isSurprise }) => isSurprise)), ms: durationOf(pauses) },
        };
      }),
    );
  }

  /** Whose text a surprise shows that nobody else sent; null if it bears no such mark. */
  #markedBy({ field, shown, uuid, look, before, expected }: Step): Cause | null {
    if (!isText(field) || typeof shown !== 'string') return null;
    const senders = this.#marks.has(shown)
      ? this.#events.filter((event) => event.from < look.to && event.sent?.[field] === shown)
      : [];
    const own = senders.filter((event) => event.uuid === uuid);
    if (own.some((event) => effectOf(event) !== null)) return 'own update';
    const intruders = own.filter(({ by }) => by !== 'ours');
    const accepted = intruders.filter(({ came }) => isAccepted(came));
    const [who, ...others] = new Set((accepted.length > 0 ? accepted : intruders).map(({ by }) => by));
    if (who !== undefined && who !== 'ours') return others.length === 0 ? who : 'several';
    if (own.some(({ came }) => came.kind === 'limited')) return 'limited';
    const isMangled = (event: ProfileEvent): boolean =>
      event.uuid === uuid &&
      effectOf(event) !== null &&
      this.#marks.has(event.sent?.[field]) &&
      expected.includes(event.sent?.[field]) &&
      beginsAlike(event.sent?.[field], shown);
    if (this.#events.some(isMangled)) return 'own update';
    const since = before?.from ?? Number.NEGATIVE_INFINITY;
    const isOfAnother = (event: ProfileEvent): boolean =>
      event.uuid !== uuid && event.to > since && effectOf(event) !== null;
    return senders.some(isOfAnother) ? 'other update' : null;
  }
}

function ofProfile(steps: readonly Step[], uuid: string): readonly Step[] {
  return steps.filter((step) => step.uuid === uuid);
}

/** How many looks: one change by somebody else may show in several fields at once. */
function looksIn(steps: readonly Step[]): number {
  return new Set(steps.map(({ look }) => look)).size;
}

/** How much time passed between looks, in milliseconds. */
function durationOf(gaps: readonly Pick<Step, 'before' | 'look'>[]): number {
  const each = new Map(gaps.map(({ before, look }) => [look, look.to - (before?.from ?? look.from)]));
  return [...each.values()].reduce((sum, ms) => sum + ms, 0);
}

/** Whether a text is a mangled form of another: nobody else writes what begins like a text of ours. */
function beginsAlike(text: unknown, shown: string): boolean {
  if (typeof text !== 'string') return false;
  const [one = '', other = ''] = [text, shown].map((each) =>
    Array.from(each.normalize('NFD').toLowerCase()).slice(0, 4).join(''),
  );
  return other.length > 1 && one.startsWith(other);
}

function groupOf(field: string): FieldGroup {
  if (isLasting(field)) return 'lasting';
  if (field === 'updated_at') return field;
  return isText(field) ? 'text' : 'other';
}

function isAsBefore({ before, field, shown }: Step): boolean {
  const record = before === null ? undefined : recordIn(before);
  return record !== undefined && isSameValue(field, record[field], shown);
}

/** Surprises in the same field where the same was expected. */
function placesOf<One extends Step>(steps: readonly One[]): readonly (readonly One[])[] {
  return [...Map.groupBy(steps, ({ field, expected }) => `${field} ${JSON.stringify(expected)}`).values()];
}

/** The texts that a request of the run named before any look showed them: what is put back is not among them. */
export function marksIn(events: readonly ProfileEvent[]): ReadonlySet<unknown> {
  const sent = events.flatMap(({ sent: fields, from: at }) =>
    textFields.map((field) => ({ text: fields?.[field], at, isSent: true })),
  );
  const shown = events.flatMap((event) =>
    textFields.map((field) => ({ text: recordIn(event)?.[field], at: event.to, isSent: false })),
  );
  const marks = new Set<unknown>();
  const known = new Set<unknown>();
  for (const { text, isSent } of [...sent, ...shown].toSorted((one, other) => one.at - other.at)) {
    if (typeof text !== 'string' || text.trim() === '' || known.has(text)) continue;
    known.add(text);
    if (isSent) marks.add(text);
  }
  return marks;
}
