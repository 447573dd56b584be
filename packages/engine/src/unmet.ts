/** What probes throw if a run proves nothing. */
/** What failed and is no part of the target: the machine that the suite runs on, or what the target's owner provided. */
export type Blocker = 'machine' | 'provision';

/** A premise that was not met, as a verdict rests on it. */
export interface UnmetPremise {
  readonly message: string;
  /** What else than the target was at fault; not set if nothing is known to be. */
  readonly blockedBy?: Blocker;
}

/**
 * A premise of an experiment was not met: the run proves nothing, for or against the target. Thrown by probes; the run
 * becomes inconclusive and the message is its reason.
 */
export class Unmet extends Error implements UnmetPremise {
  override readonly name = 'Unmet';
  readonly blockedBy?: Blocker;

  /** @param blockedBy - what else than the target was at fault */
  constructor(message: string, blockedBy?: Blocker) {
    super(message);
    if (blockedBy !== undefined) this.blockedBy = blockedBy;
  }

  /** What a verdict rests on. */
  get premise(): UnmetPremise {
    return premiseOf(this.message, this.blockedBy);
  }
}

/** A premise that was not met. */
export function premiseOf(message: string, blockedBy?: Blocker): UnmetPremise {
  return blockedBy === undefined ? { message } : { message, blockedBy };
}

/** The premises without repetitions. */
export function distinctPremises(premises: readonly UnmetPremise[]): readonly UnmetPremise[] {
  return [...new Map(premises.map((premise) => [premise.message, premise])).values()];
}

/** The connection was closed or reset instead of an answer. */
export class Cut extends Unmet {}

/** Somebody else changed what was being observed: the run is repeated, and after some tries is unmet. */
export class Disturbed extends Error {
  override readonly name = 'Disturbed';
}

/** The run was stopped (Ctrl-C, or its time was up): nothing more is sent. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Why nothing more is sent: the reason that the run was stopped with, unless a person stopped it. */
export function stoppedBy({ reason }: AbortSignal): Stopped {
  return new Stopped(reason instanceof Stopped ? reason.message : 'the run was stopped');
}

/**
 * For `catch`, to continue with a value if a premise was not met: `probe().catch(whereUnmet(null))`. Anything else is
 * rethrown.
 */
export function whereUnmet<Value>(value: Value): (error: unknown) => Value {
  return instead(Unmet, value);
}

/** The same if the run was stopped. */
export function whereStopped<Value>(value: Value): (error: unknown) => Value {
  return instead(Stopped, value);
}

function instead<Value>(kind: typeof Unmet | typeof Stopped, value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof kind) return value;
    throw error;
  };
}
