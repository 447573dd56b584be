/**
 * The writes to one field of a sender profile, and what it may show at a moment.
 *
 * A write takes effect at one moment between `from` and `settled`. Nobody can be shown its value before `from`, nor once
 * it is surely `over`: overwritten by a later write that surely took effect, or seen not to be there.
 */
import { lastingFields, textFields } from '../records/profile-fields.ts';
import { isShown } from '../records/profile-history.ts';
import { isSameValue } from '../records/profile-changes.ts';
import { isOrdinaryText } from '../texts/ordinary-text.ts';
import { effectOf } from './effect.ts';
import type { Moment } from './fact.ts';
import type { ProfileEvent, Span } from './profile-event.ts';

/** Side effects of an update, such as a status that reverts by itself, end by then, in milliseconds. */
const sideEffectsMs = 5000;

/** What a write leaves in a field. */
type Left =
  | { readonly kind: 'text'; readonly text: string }
  /** What was shown, and nothing explains. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** Open until it is seen; but it cannot be what `isExcluded` says. */
  | {
      readonly kind: 'open';
      readonly isExcluded: (value: unknown) => boolean;
      seen?: { readonly value: unknown };
    };

/** A write to a field. */
export interface Write {
  readonly from: Moment;
  readonly settled: Moment;
  readonly left: Left;
  /** Whether it surely overwrote what was there. */
  readonly isSure: boolean;
  /** The update; null for what was there before, or what others wrote. */
  readonly event: ProfileEvent | null;
  over: Moment;
}

/** Whether a field is a name or the label. */
export function isText(field: string): boolean {
  return textFields.some((text) => text === field);
}

/** Whether no operation changes a field. */
export function isLasting(field: string): boolean {
  return lastingFields.some((one) => one === field);
}

/** What there is to know of all writes, when those to one field are looked for. */
export interface AllWrites {
  /** The updates of the profile, in order. */
  readonly updates: readonly ProfileEvent[];
  /** When an update was first seen to have taken effect in any field: then it has in all. */
  readonly applied: ReadonlyMap<ProfileEvent, Moment>;
  /** Whether a text was sent for a name or label in this run, by anybody. */
  readonly wasSent: (text: unknown) => boolean;
}

/** The writes to a field, that which was there before first. */
export function writesTo(field: string, { updates, applied, wasSent }: AllWrites): Write[] {
  const first: Write = {
    from: Number.NEGATIVE_INFINITY,
    settled: Number.NEGATIVE_INFINITY,
    left: { kind: 'open', isExcluded: () => false },
    isSure: true,
    event: null,
    over: Number.POSITIVE_INFINITY,
  };
  const ours = updates.flatMap((event): Write[] => {
    const effect = effectOf(event);
    const left = effect === null ? null : leftBy(event, field, first, wasSent);
    if (effect === null || left === null) return [];
    return [
      {
        from: event.from,
        settled: hasSideEffects(field) ? Math.max(effect.settled, event.to + sideEffectsMs) : effect.settled,
        left,
        isSure: effect.isSure && surelySets(event, field),
        event,
        over: Number.POSITIVE_INFINITY,
      },
    ];
  });
  const writes = [first, ...ours];
  for (const write of writes) {
    const seen = write.event === null ? undefined : applied.get(write.event);
    const began = Math.min(write.settled, seen ?? Number.POSITIVE_INFINITY);
    for (const later of ours)
      if (later.isSure && later.from > began) write.over = Math.min(write.over, later.settled);
  }
  return writes;
}

/** An update may set more going than one change of such a field, such as a status that comes back. */
function hasSideEffects(field: string): boolean {
  return !isText(field) && !isLasting(field) && field !== 'updated_at';
}

/** What an accepted update leaves in a field; null if it leaves the field alone. */
function leftBy(
  { sent }: ProfileEvent,
  field: string,
  first: Write,
  wasSent: AllWrites['wasSent'],
): Left | null {
  if (isLasting(field)) return null;
  const isNamed = sent === null || field in sent;
  const text = sent?.[field];
  if (isText(field) && typeof text === 'string') return { kind: 'text', text };
  // Left out: kept, cleared or set to a default, which may be what the profile began with; never a text of ours.
  const isFirst = (value: unknown): boolean => first.left.kind === 'open' && first.left.seen?.value === value;
  return {
    kind: 'open',
    isExcluded: (value) => isText(field) && !isNamed && wasSent(value) && !isFirst(value),
  };
}

/**
 * Whether an accepted update surely sets a field: a blank label may mean nothing, and text that may be refused may be
 * refused after a 202, too.
 */
function surelySets({ sent, came }: ProfileEvent, field: string): boolean {
  const text = sent?.[field];
  if (!isText(field) || typeof text !== 'string') return false;
  const isBlankLabel = text.trim() === '' && field === 'label';
  return isOrdinaryText(text) || (!isBlankLabel && came.kind === 'done');
}

/** Whether a write explains what a look shows. */
export function explains({ left, settled }: Write, field: string, shown: unknown, look: Span): boolean {
  if (left.kind === 'text') return isShown(shown, left.text);
  if (left.kind === 'value') return isSameValue(field, left.value, shown);
  if (look.from <= settled && Number.isFinite(settled) && hasSideEffects(field)) return true;
  return left.seen === undefined ? !left.isExcluded(shown) : isSameValue(field, left.seen.value, shown);
}

/** What was shown without a write that explains it: others wrote it, or the service is broken. */
export function writtenByOthers(value: unknown, { from, to }: Span, writes: readonly Write[]): Write {
  const over = writes.filter(({ isSure, from: began }) => isSure && began > to).map(({ settled }) => settled);
  return {
    from,
    settled: to,
    left: { kind: 'value', value },
    isSure: true,
    event: null,
    over: Math.min(Number.POSITIVE_INFINITY, ...over),
  };
}

/** What a write may be shown as. */
export function valueOf({ left }: Write): unknown {
  if (left.kind === 'text') return left.text;
  return left.kind === 'value' ? left.value : (left.seen?.value ?? 'anything');
}
