/** All looks at a sender profile, and whether the model explains what they show. */
import { fieldsOf } from '../records/shape.ts';
import type { Moment } from './fact.ts';
import { isLook, recordIn, type ProfileEvent } from './profile-event.ts';
import {
  explains,
  isText,
  valueOf,
  writesTo,
  writtenByOthers,
  type AllWrites,
  type Write,
} from './profile-writes.ts';

/** Two looks at a field in a row, and whether the later one shows what nothing explains. */
export interface Step {
  readonly uuid: string;
  readonly field: string;
  /** The look before; null if there was none. */
  readonly before: ProfileEvent | null;
  readonly look: ProfileEvent;
  readonly isSurprise: boolean;
  readonly shown: unknown;
  /** What it might have shown instead. */
  readonly expected: readonly unknown[];
}

/** The looks at one profile. */
export interface Looks {
  readonly steps: readonly Step[];
  /** For each field and look, the writes that may still be shown then. */
  readonly alive: ReadonlyMap<string, ReadonlyMap<ProfileEvent, readonly Write[]>>;
}

/** Reads all looks at a profile, given its events in order. */
export function looksAt(events: readonly ProfileEvent[], wasSent: AllWrites['wasSent']): Looks {
  const updates = events.filter(({ act }) => act === 'update');
  const looks = events.filter(isLook);
  // Twice: an update that is seen in one field has taken effect in all.
  const applied = new Map<ProfileEvent, Moment>();
  read(looks, { updates, applied, wasSent }, applied);
  return read(looks, { updates, applied, wasSent }, applied);
}

function read(looks: readonly ProfileEvent[], all: AllWrites, applied: Map<ProfileEvent, Moment>): Looks {
  const fields = fieldsOf('SenderProfile').map((field) => [field, new FieldLooks(field, all)] as const);
  for (const look of looks) {
    const record = recordIn(look) ?? {};
    for (const [field, seen] of fields) {
      if (!(field in record)) continue;
      const only = seen.look(look, record[field]);
      if (only !== null) applied.set(only, Math.min(look.to, applied.get(only) ?? Number.POSITIVE_INFINITY));
    }
  }
  return {
    steps: fields.flatMap(([, { steps }]) => steps),
    alive: new Map(fields.map(([field, { alive }]) => [field, alive])),
  };
}

/** The looks at one field of one profile. */
class FieldLooks {
  readonly steps: Step[] = [];
  readonly alive = new Map<ProfileEvent, readonly Write[]>();
  readonly #field: string;
  readonly #writes: Write[];
  #before: ProfileEvent | null = null;

  constructor(field: string, all: AllWrites) {
    this.#field = field;
    this.#writes = writesTo(field, all);
  }

  /** Adds a look. @returns the update that alone explains the text that it shows; null if there is none such */
  look(look: ProfileEvent, shown: unknown): ProfileEvent | null {
    const may = this.#writes.filter(({ from, over }) => from <= look.to && look.from <= over);
    const explaining = may.filter((write) => explains(write, this.#field, shown, look));
    const isSurprise = explaining.length === 0;
    this.steps.push({
      uuid: look.uuid,
      field: this.#field,
      before: this.#before,
      look,
      isSurprise,
      shown,
      expected: may.map(valueOf),
    });
    if (isSurprise) this.#writes.push(writtenByOthers(shown, look, this.#writes));
    this.#learn(look, shown, may, explaining);
    this.alive.set(look, may);
    this.#before = look;
    const [only] = explaining;
    return explaining.length === 1 && only?.left.kind === 'text' && isText(this.#field) ? only.event : null;
  }

  #learn(look: ProfileEvent, shown: unknown, may: readonly Write[], explaining: readonly Write[]): void {
    for (const { left, settled } of explaining)
      if (left.kind === 'open' && (settled < look.from || explaining.length === 1))
        left.seen ??= { value: shown };
    // Until a change answered 202 has settled, one server may show it and another what was there before.
    const settling = explaining.map(({ settled }) => (Number.isFinite(settled) ? settled : 0));
    const until = Math.max(look.to, ...settling);
    for (const write of may)
      if (!explaining.includes(write) && write.settled < look.from) write.over = Math.min(write.over, until);
  }
}
