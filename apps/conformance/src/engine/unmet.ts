/** What probes throw if a run proves nothing. */
/**
 * A premise of an experiment was not met: the run proves nothing, for or against the target. Thrown by probes; the run
 * becomes inconclusive and the message is its reason.
 */
export class Unmet extends Error {
  override readonly name = 'Unmet';
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
