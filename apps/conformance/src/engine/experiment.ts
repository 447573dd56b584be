/** An experiment: a way of looking at the target, whose observations several rules judge. */
import type * as fc from 'fast-check';
import type { Need } from '../target/needs.ts';
import type { Exchange } from '../records/exchange.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { Disturbed, stoppedBy, Unmet } from './unmet.ts';
import type { Resource } from './resource-locks.ts';

/**
 * When an experiment is run: those that only look first, those that expect to be refused before those that
 * change something, deletions late (those that should be refused before those that use a record up), and the flood alone
 * at the end.
 */
export type Phase = 'look' | 'refusal' | 'change' | 'refused deletion' | 'delete' | 'flood';

/** The budgets of the target file, and how much of each one run of an experiment may spend. */
export interface Cost {
  readonly createApiKeys?: number;
  readonly deliveries?: number;
}

/**
 * Makes on the target what several experiments want to look at: done once, before anything is looked at, and undone
 * by the ledger. Throws {@link Unmet} where it cannot be made; the experiments are tried all the same.
 */
export type Preparation = (session: Session) => Promise<void>;

/** How an experiment is described; see {@link defineExperiment}. */
export interface ExperimentDefinition<Given, Seen> {
  /** Unique; part of replay commands and of the seed. */
  readonly name: string;
  /** What the target's owner must have allowed or provided. */
  readonly needs?: readonly Need[];
  readonly phase?: Phase;
  readonly reads?: readonly Resource[];
  readonly changes?: readonly Resource[];
  /** Inputs to wander over; they do not depend on the target, so that a seed always gives the same ones. */
  readonly given: fc.Arbitrary<Given>;
  /** Boundaries, tried before wandering. */
  readonly first?: readonly Given[];
  /** How many inputs to wander over after the boundaries. */
  readonly runs?: number;
  readonly cost?: Cost;
  /** Set where a run uses something up: its counterexamples are not shrunk. */
  readonly costly?: boolean;
  /** Inputs that are somewhat smaller, the smallest first: for boundaries, which fast-check cannot shrink. */
  smaller?(given: Given): Iterable<Given>;
  readonly prepare?: Preparation;
  /**
   * Talks to the target and returns what it saw. The only part that does I/O.
   *
   * @throws Unmet where a premise is not met: the run proves nothing
   * @throws Disturbed where somebody else changed what was being looked at
   */
  probe(given: Given, session: Session): Promise<Seen>;
}

/** What came of one run of an experiment. */
export type Observed<Seen> =
  | {
      readonly kind: 'seen';
      readonly seen: Seen;
      readonly exchanges: readonly Exchange[];
      /** Why a part of it was not looked at; nothing where all was. */
      readonly leftOut: readonly string[];
    }
  | { readonly kind: 'unmet'; readonly reason: string; readonly exchanges: readonly Exchange[] };

/** A way of looking at the target whose observations several rules may judge. */
export interface Experiment<Given, Seen> extends ExperimentDefinition<Given, Seen> {
  readonly needs: readonly Need[];
  readonly phase: Phase;
  /**
   * Runs the probe on one input. Rules that share the experiment share its runs: an input is tried once in a
   * session unless `fresh` asks for another try.
   */
  observe(session: Session, given: Given, fresh?: boolean): Promise<Observed<Seen>>;
}

const triesWhenDisturbed = 4;

/** What two inputs have in common where they are the same. */
export function inputKey(given: unknown): string {
  return JSON.stringify(given);
}

/** Makes an experiment of its description: adds locks, repetition where disturbed, and sharing of runs. */
export function defineExperiment<Given, Seen>(
  definition: ExperimentDefinition<Given, Seen>,
): Experiment<Given, Seen> {
  const made = new WeakMap<SessionState, Map<string, Promise<Observed<Seen>>>>();
  return {
    ...definition,
    needs: definition.needs ?? [],
    phase: definition.phase ?? 'look',
    probe: (given, session) => definition.probe(given, session),
    observe: async (session, given, fresh = false) => {
      const observations = made.get(session.state) ?? new Map<string, Promise<Observed<Seen>>>();
      made.set(session.state, observations);
      const key = inputKey(given);
      const known = observations.get(key);
      if (known !== undefined && !fresh) return known;
      const observation = runProbe(definition, given, session);
      if (!fresh) observations.set(key, observation);
      return observation;
    },
  };
}

function isReason(error: unknown): boolean {
  return error instanceof Unmet || error instanceof Disturbed;
}

async function runProbe<Given, Seen>(
  definition: ExperimentDefinition<Given, Seen>,
  given: Given,
  session: Session,
): Promise<Observed<Seen>> {
  let reason = '';
  for (let tries = 0; tries < triesWhenDisturbed; tries += 1) {
    const run = session.beginRun();
    try {
      const seen = await session.locks.hold(
        { reads: definition.reads ?? [], changes: definition.changes ?? [] },
        async () => definition.probe(given, run),
      );
      session.state.tally.add(definition.name, run.exchanges.length);
      return { kind: 'seen', seen, exchanges: run.exchanges, leftOut: run.leftOut };
    } catch (error) {
      session.state.tally.add(definition.name, run.exchanges.length);
      // Whatever a run lacks once nothing more is sent, it lacks because of that.
      if (session.state.stop.aborted && isReason(error)) throw stoppedBy(session.state.stop);
      if (error instanceof Unmet) return { kind: 'unmet', reason: error.message, exchanges: run.exchanges };
      if (!(error instanceof Disturbed)) throw error;
      reason = error.message;
    }
  }
  return { kind: 'unmet', reason: `${reason} (${triesWhenDisturbed} times in a row)`, exchanges: [] };
}
