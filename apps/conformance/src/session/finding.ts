/** What is found out about the account once, and used by many runs until it may be otherwise. */
import { systemClock } from '../engine/clock.ts';
import type { Session } from './session.ts';

/** Something that is found out about the account once, and used by many runs. */
export interface Finding<Found> {
  /** What was found; found out anew where what it rests on has changed since. */
  in(session: Session): Promise<Found>;
  /** Found out anew, for all who ask from now on. */
  again(session: Session): Promise<Found>;
}

/** What was found, and at which state of what it rests on. */
interface Known {
  readonly at: number;
  readonly found: Promise<unknown>;
  /** In milliseconds since the epoch; `ended` is null while it is under way. */
  readonly began: number;
  ended: number | null;
}

/** What one session has found out, by finding. */
export class Findings {
  readonly #known = new Map<object, Known>();

  /** What is known of a finding at this state; else what `find` finds. What could not be found is not kept. */
  async get<Found>(finding: Finding<Found>, at: number, find: () => Promise<Found>): Promise<Found> {
    const known = this.#known.get(finding);
    // Under a finding there is only what that finding itself has found, which no type of a map can say.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (known?.at === at) return known.found as Promise<Found>;
    return this.renew(finding, at, find);
  }

  /** What `find` finds, for all who ask from now on. */
  async renew<Found>(finding: Finding<Found>, at: number, find: () => Promise<Found>): Promise<Found> {
    const began = systemClock.date().getTime();
    const found = find();
    const known: Known = { at, found, began, ended: null };
    this.#known.set(finding, known);
    found.then(
      () => {
        known.ended = systemClock.date().getTime();
      },
      () => {
        if (this.#known.get(finding) === known) this.#known.delete(finding);
      },
    );
    return found;
  }

  /** Forgets what was found out, from beginning to end, between two times, in milliseconds since the epoch. */
  forget(from: number, to: number): void {
    for (const [finding, { began, ended }] of this.#known)
      if (from <= began && ended !== null && ended <= to) this.#known.delete(finding);
  }
}

/**
 * Makes a {@link Finding}; what could not be found out is tried again at the next use.
 *
 * @param changes - counts the changes of what it rests on; not set where it holds for the whole session
 */
export function defineFinding<Found>(
  find: (session: Session) => Promise<Found>,
  changes: (session: Session) => number = () => 0,
): Finding<Found> {
  const finding: Finding<Found> = {
    in: async (session) =>
      session.state.account.findings.get(finding, changes(session), async () => find(session)),
    again: async (session) =>
      session.state.account.findings.renew(finding, changes(session), async () => find(session)),
  };
  return finding;
}

/** Changes of the list of webhooks, by us and by others as far as they were met: for findings that rest on it. */
export function webhookChanges({ state }: Session): number {
  return state.account.webhookChanges;
}
