/** What is found out about the account once, and used by many runs until it may be otherwise. */
import { systemClock } from '../engine/clock.ts';
import type { Credential } from '../http/credential.ts';
import type { Session } from './session.ts';

/** Something that is found out about the account once, and used by many runs. */
export interface Finding<Found> {
  /** Whether records or keys are made to find it out, so that it is found out but once. */
  readonly makes: boolean;
  /** Whether it may be otherwise for another caller, so that it is found out for each. */
  readonly isOfCaller: boolean;
  /** What was found; found out anew where what it rests on has changed since. */
  in(session: Session): Promise<Found>;
  /** Found out anew, for all who ask from now on. */
  again(session: Session): Promise<Found>;
}

/** What was found, and at which state of what it rests on. */
interface Known {
  readonly at: number;
  readonly found: Promise<unknown>;
  /** In milliseconds since the epoch. */
  readonly began: number;
}

/** What one session has found out, by finding. */
export class Findings {
  readonly #known = new Map<Finding<unknown>, Known>();
  readonly #ofCallers = new Map<string | null, Findings>();

  /** What was found out as one caller alone. */
  of({ header }: Credential): Findings {
    const known = this.#ofCallers.get(header) ?? new Findings();
    this.#ofCallers.set(header, known);
    return known;
  }

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
    const known = { at, began: systemClock.date().getTime(), found: find() };
    this.#known.set(finding, known);
    known.found.catch(() => {
      if (this.#known.get(finding) === known) this.#known.delete(finding);
    });
    return known.found;
  }

  /**
   * Forgets what began to be found out between two times, in milliseconds since the epoch, unless something was made for
   * it.
   */
  forget(from: number, to: number): void {
    for (const [finding, { began }] of this.#known)
      if (!finding.makes && from <= began && began <= to) this.#known.delete(finding);
    for (const ofCaller of this.#ofCallers.values()) ofCaller.forget(from, to);
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
  return findingOf(find, changes, { makes: false, isOfCaller: false });
}

/** Makes a {@link Finding} of what may be otherwise for another caller; see {@link defineFinding}. */
export function defineFindingOfCaller<Found>(
  find: (session: Session) => Promise<Found>,
  changes: (session: Session) => number = () => 0,
): Finding<Found> {
  return findingOf(find, changes, { makes: false, isOfCaller: true });
}

/** Makes a {@link Finding} for which records or keys are made; see {@link defineFinding}. */
export function defineMaking<Found>(
  find: (session: Session) => Promise<Found>,
  changes: (session: Session) => number = () => 0,
): Finding<Found> {
  return findingOf(find, changes, { makes: true, isOfCaller: false });
}

function findingOf<Found>(
  find: (session: Session) => Promise<Found>,
  changes: (session: Session) => number,
  kind: Pick<Finding<Found>, 'makes' | 'isOfCaller'>,
): Finding<Found> {
  const knownIn = ({ state, credential }: Session): Findings =>
    kind.isOfCaller ? state.account.findings.of(credential) : state.account.findings;
  const finding: Finding<Found> = {
    ...kind,
    in: async (session) => knownIn(session).get(finding, changes(session), async () => find(session)),
    again: async (session) => knownIn(session).renew(finding, changes(session), async () => find(session)),
  };
  return finding;
}

/** Changes of the list of webhooks, by us and by others as far as they were met: for findings that rest on it. */
export function webhookChanges({ state }: Session): number {
  return state.account.webhookChanges;
}
