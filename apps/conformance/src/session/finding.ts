/** What is determined about the account once, and used by many runs until it may have changed. */
import { systemClock } from '@outreach-api/engine';
import type { Credential } from '@outreach-api/model/records/credential';
import type { Session } from './session.ts';

/** Something that is determined about the account once, and used by many runs. */
export interface Finding<Found> {
  /** Whether finding it out creates records or keys, so that it is done only once. */
  readonly makes: boolean;
  /** Whether it may differ between callers, so that it is determined for each. */
  readonly isOfCaller: boolean;
  /** What was found; determined afresh if what it rests on has changed since. */
  in(session: Session): Promise<Found>;
  /** Finds it out afresh, for all callers from now on. */
  again(session: Session): Promise<Found>;
}

/** What was found, and at which state of what it rests on. */
interface Known {
  readonly at: number;
  readonly found: Promise<unknown>;
  /** In milliseconds since the epoch. */
  readonly began: number;
}

/** What one session has determined, by finding. */
export class Findings {
  readonly #known = new Map<Finding<unknown>, Known>();
  readonly #ofCallers = new Map<string | null, Findings>();

  /** What only concerns one caller. */
  of({ header }: Credential): Findings {
    const known = this.#ofCallers.get(header) ?? new Findings();
    this.#ofCallers.set(header, known);
    return known;
  }

  /** The known result of a finding at this state; otherwise the result of `find`. Failures are not kept. */
  async get<Found>(finding: Finding<Found>, at: number, find: () => Promise<Found>): Promise<Found> {
    const known = this.#known.get(finding);
    // Each key holds only what that finding itself has found, which no map type can express.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (known?.at === at) return known.found as Promise<Found>;
    return this.renew(finding, at, find);
  }

  /** The result of `find`, for all callers from now on. */
  async renew<Found>(finding: Finding<Found>, at: number, find: () => Promise<Found>): Promise<Found> {
    const known = { at, began: systemClock.date().getTime(), found: find() };
    this.#known.set(finding, known);
    known.found.catch(() => {
      if (this.#known.get(finding) === known) this.#known.delete(finding);
    });
    return known.found;
  }

  /**
   * Forgets findings started between two times, in milliseconds since the epoch, unless something was created for them.
   */
  forget(from: number, to: number): void {
    for (const [finding, { began }] of this.#known)
      if (!finding.makes && from <= began && began <= to) this.#known.delete(finding);
    for (const ofCaller of this.#ofCallers.values()) ofCaller.forget(from, to);
  }
}

/**
 * Makes a {@link Finding}; a failed one is retried at the next use.
 *
 * @param changes - counts the changes of what it rests on; not set if it holds for the whole session
 */
export function defineFinding<Found>(
  find: (session: Session) => Promise<Found>,
  changes: (session: Session) => number = () => 0,
): Finding<Found> {
  return findingOf(find, changes, { makes: false, isOfCaller: false });
}

/** Makes a {@link Finding} that may differ between callers; see {@link defineFinding}. */
export function defineFindingOfCaller<Found>(
  find: (session: Session) => Promise<Found>,
  changes: (session: Session) => number = () => 0,
): Finding<Found> {
  return findingOf(find, changes, { makes: false, isOfCaller: true });
}

/** Makes a {@link Finding} that creates records or keys; see {@link defineFinding}. */
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

/** Changes of the list of webhooks, by us and, as far as noticed, by others: for findings that rest on it. */
export function webhookChanges({ state }: Session): number {
  return state.account.webhookChanges;
}
