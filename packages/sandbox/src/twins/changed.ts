/** Building blocks that many twins share: a success, a condition, a page or a key that is changed on its way. */
import type { Behaviour, Page } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { Condition } from '../filter/filter.ts';
import type { SenderProfileUpdate, StoredKey, ShownRecord } from '../records.ts';
import type { Operation } from '../request-record.ts';
import type { Window } from '../window.ts';

type Value = Readonly<Record<string, unknown>>;

/** The record or envelope that a successful operation answers with, changed. */
export function changedSuccess(
  right: Behaviour,
  operations: readonly Operation[],
  change: (value: Value, call: AdmittedCall) => Value,
): Behaviour {
  return {
    ...right,
    success: (value, call) =>
      right.success(operations.includes(call.operation) ? change(value, call) : value, call),
  };
}

/** Whether a condition compares with one of these operators. */
export function compares(...operators: readonly string[]): (condition: Condition) => boolean {
  return (condition) => condition.form === 'comparison' && operators.includes(condition.operator);
}

/**
 * Whether a record matches, decided differently for some conditions; null leaves a condition to the right behaviour.
 */
export function changedMatch(
  right: Behaviour,
  decide: (
    condition: Condition,
    value: unknown,
    field: string,
    rightly: (condition: Condition) => boolean,
  ) => boolean | null,
): Behaviour {
  return {
    ...right,
    matches: (record, field, condition) => {
      const rightly = (one: Condition): boolean => right.matches(record, field, one);
      return decide(condition, record[field] ?? null, field, rightly) ?? rightly(condition);
    },
  };
}

/** The window that a request asks for, changed. */
export function changedWindow(
  right: Behaviour,
  change: (window: Window, call: AdmittedCall) => Partial<Window>,
): Behaviour {
  return {
    ...right,
    window: (call) => {
      const window = right.window(call);
      return window.ok ? { ok: true, value: { ...window.value, ...change(window.value, call) } } : window;
    },
  };
}

/** The page that is cut from a list, changed; `slice` cuts another piece of the same list. */
export function changedPage(
  right: Behaviour,
  change: (
    page: Page,
    slice: (offset: number, limit: number) => ShownRecord[],
    call: AdmittedCall,
  ) => Partial<Page>,
): Behaviour {
  return {
    ...right,
    page: (listing, window, call) => {
      const page = right.page(listing, window, call);
      if (!page.ok) return page;
      const slice = (offset: number, limit: number): ShownRecord[] => listing.slice(offset, limit);
      return { ok: true, value: { ...page.value, ...change(page.value, slice, call) } };
    },
  };
}

/** The envelope of a page, changed. */
export function changedEnvelope(right: Behaviour, change: (envelope: Value, page: Page) => Value): Behaviour {
  return {
    ...right,
    envelope: (page, call) => {
      const envelope = right.envelope(page, call);
      return { ...envelope, ...change(envelope, page) };
    },
  };
}

/** Whether the request asks for a filtered list. */
export function isFiltered(right: Behaviour, call: AdmittedCall): boolean {
  const filter = right.filter(call);
  return filter.ok && filter.value !== null;
}

/** A key on creation, changed before it is signed and stored. */
export function changedKey(
  right: Behaviour,
  change: (key: StoredKey, call: AdmittedCall) => Partial<StoredKey>,
): Behaviour {
  return {
    ...right,
    newKey: async (name, call) => {
      const key = await right.newKey(name, call);
      return { ...key, ...change(key, call) };
    },
  };
}

/** An update of a sender profile, understood as another one. */
export function changedUpdate(
  right: Behaviour,
  change: (update: SenderProfileUpdate) => SenderProfileUpdate,
): Behaviour {
  return {
    ...right,
    update: (body) => {
      const update = right.update(body);
      return update.ok ? { ok: true, value: change(update.value) } : update;
    },
  };
}

/** Remembers which keys were created through the API. */
export function newKeys(right: Behaviour): {
  /** Their `jti`. */
  readonly made: ReadonlySet<string>;
  readonly isNew: (call: AdmittedCall) => boolean;
  readonly keeping: Behaviour;
} {
  const made = new Set<string>();
  return {
    made,
    isNew: ({ caller }) => made.has(caller.jti),
    keeping: {
      ...right,
      keepKey: (issued, call) => {
        made.add(issued.key.jti);
        right.keepKey(issued, call);
      },
    },
  };
}

/** A date-time as a database prints it: with a space, and without an offset. */
export function asPrinted(dateTime: unknown): string {
  return new Date(String(dateTime)).toISOString().slice(0, 19).replace('T', ' ');
}

/** A record without some of its fields. */
export function without(value: Value, ...fields: readonly string[]): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
}
