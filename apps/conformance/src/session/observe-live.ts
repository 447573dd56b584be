/** Runs experiments on a target, each input once unless it must be tried afresh. */
import {
  inputKey,
  isFlood,
  mustBeOf,
  type ExperimentDefinition,
  type FreshFor,
  type Observed,
} from '../engine/experiment.ts';
import type { Judgement } from '../engine/judgement.ts';
import { Disturbed, Stopped, stoppedBy, Unmet } from '../engine/unmet.ts';
import type { StatementId } from '../generated/statements.ts';
import type { Exchange } from '../records/exchange.ts';
import type { ExchangeSeen } from '../records/exchange-seen.ts';
import type { Session } from '../session/session.ts';
import type { ObservedInput } from './history.ts';

const triesWhenDisturbed = 4;
/** Conflict, locked, too early. */
const busyStatuses: ReadonlySet<number> = new Set([409, 423, 425]);

/** The result of an experiment for one input; see {@link Observer}. */
export async function observeLive<Given, Seen>(
  experiment: ExperimentDefinition<Given, Seen>,
  given: Given,
  freshFor: FreshFor | null,
  session: Session,
): Promise<Observed<Seen>> {
  const { history } = session.state;
  const input = inputKey(given);
  const known = freshFor === null ? history.known(experiment.name, input) : undefined;
  if (known !== undefined) return mustBeOf(experiment, await known);
  const observing = runOf(experiment, given, freshFor, session);
  if (freshFor === null) history.share(experiment.name, input, observing);
  return observing;
}

async function runOf<Given, Seen>(
  experiment: ExperimentDefinition<Given, Seen>,
  given: Given,
  freshFor: FreshFor | null,
  session: Session,
): Promise<Observed<Seen>> {
  let reason = '';
  for (let tries = 0; tries < triesWhenDisturbed; tries += 1) {
    // A run that was disturbed reads everything afresh.
    const run = session.beginRun(session.state.history.beginRun(), freshFor === null && tries === 0);
    const isAlone = freshFor !== null || tries > 0 || session.state.account.needsSerialWrites;
    const tried = await tryOnce(experiment, given, freshFor, run, isAlone);
    if (tried.kind !== 'disturbed') return tried;
    ({ reason } = tried);
  }
  const { history } = session.state;
  const unmet = { kind: 'unmet', reason: `${reason} (${triesWhenDisturbed} times in a row)` } as const;
  const evidence = new Map<StatementId, Judgement>();
  history.ran({ run: history.beginRun(), ...inputOf(experiment, given, freshFor) }, unmet, evidence);
  return { ...unmet, experiment: experiment.name, exchanges: [], evidence };
}

function inputOf<Given, Seen>(
  { name }: ExperimentDefinition<Given, Seen>,
  given: Given,
  freshFor: FreshFor | null,
): Omit<ObservedInput, 'run'> {
  return { experiment: name, given, input: inputKey(given), freshFor };
}

async function tryOnce<Given, Seen>(
  experiment: ExperimentDefinition<Given, Seen>,
  given: Given,
  freshFor: FreshFor | null,
  run: Session,
  isAlone: boolean,
): Promise<Observed<Seen> | { readonly kind: 'disturbed'; readonly reason: string }> {
  const { history, stop, tally } = run.state;
  const { name, reads = [], changes = [], changesRecordsOf = [] } = experiment;
  const isBeside = changesRecordsOf.length > 0 && !isAlone;
  const touches = isBeside
    ? { reads, changes, changesRecordsOf }
    : { reads, changes: [...changes, ...changesRecordsOf] };
  const ended: ObservedInput = { run: run.log, ...inputOf(experiment, given, freshFor) };
  const { exchanges } = run;
  try {
    const probe = async (): Promise<Seen> => rechecked(experiment, given, run);
    const look = isBeside ? async (): Promise<Seen> => unlessWriteConflict(run, probe) : probe;
    const hold = async (): Promise<Seen> => run.locks.hold(touches, look);
    // In a flood, refusals are what is judged.
    const seen = await (isFlood(experiment) ? hold() : unlessLockedOut(run, hold));
    const evidence = history.judged(run.log);
    history.ran(ended, { kind: 'seen', seen, leftOut: run.leftOut }, evidence);
    return { kind: 'seen', experiment: name, seen, exchanges, leftOut: run.leftOut, evidence };
  } catch (thrown) {
    // Once nothing more is sent, whatever a run lacks is due to that.
    const isReason = thrown instanceof Unmet || thrown instanceof Disturbed;
    const error = stop.aborted && isReason ? stoppedBy(stop) : thrown;
    const kind = kindOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    const evidence = kind === 'unmet' ? history.judged(run.log) : new Map<StatementId, Judgement>();
    history.ran(ended, { kind, reason }, evidence);
    if (kind === 'unmet') return { kind, experiment: name, reason, exchanges, evidence };
    if (kind === 'disturbed') return { kind, reason };
    throw error;
  } finally {
    tally.add(name, exchanges.length - run.log.recalled);
  }
}

/** What a probe saw; if a rule is broken in it, only after its rechecks have passed. */
async function rechecked<Given, Seen>(
  experiment: ExperimentDefinition<Given, Seen>,
  given: Given,
  run: Session,
): Promise<Seen> {
  const seen = await experiment.probe(given, run);
  const isBroken = (other: unknown): boolean =>
    run.state.history.isBroken({ experiment: experiment.name, given, seen: other });
  const { rechecks } = run.log;
  if (rechecks.length > 0 && isBroken(seen)) for (const recheck of rechecks) await recheck(isBroken);
  return seen;
}

/**
 * Runs the probe alongside other writers: nothing says that a target accepts two updates at the same time.
 *
 * @throws Disturbed if the target may have refused a write because of another one
 */
async function unlessWriteConflict<Seen>(
  { exchanges, state }: Session,
  probe: () => Promise<Seen>,
): Promise<Seen> {
  const [came] = await Promise.allSettled([probe()]);
  if (exchanges.some(isRefusedForNow)) {
    state.account.needsSerialWrites = true;
    throw new Disturbed('a write was refused while others were in flight');
  }
  if (came.status === 'rejected') throw came.reason;
  return came.value;
}

/**
 * What is seen while the target temporarily refuses every caller says nothing: this waits until it responds again.
 *
 * @throws Disturbed if a valid key was rejected meanwhile
 */
async function unlessLockedOut<Seen>({ log, state }: Session, look: () => Promise<Seen>): Promise<Seen> {
  const [came] = await Promise.allSettled([look()]);
  const turnedAway = log.seen.filter(isTurnedAway);
  if (turnedAway.length > 0 && !state.stop.aborted) {
    await state.liveness.check();
    const outage = turnedAway.map(({ at }) => state.liveness.outageAt(at)).find((one) => one !== undefined);
    if (outage !== undefined) {
      state.account.findings.forget(outage.wellUntil, outage.to);
      throw new Disturbed('the target refused every caller for a while');
    }
  }
  if (came.status === 'rejected') throw came.reason;
  return came.value;
}

/** Whether a valid key got the answer that all get while every caller is refused. */
function isTurnedAway({ caller, answer }: ExchangeSeen): boolean {
  if (caller.kind === 'intruder') return false;
  return answer === null || answer.status === 401 || answer.status === 403 || answer.status >= 500;
}

/** Whether a write was refused in a way that another simultaneous write may explain. */
function isRefusedForNow({ request, answer }: Exchange): boolean {
  const isWrite = request.method !== 'GET';
  return isWrite && answer !== null && (busyStatuses.has(answer.status) || answer.status >= 500);
}

function kindOf(error: unknown): 'unmet' | 'disturbed' | 'stopped' | 'fault' {
  if (error instanceof Unmet) return 'unmet';
  if (error instanceof Disturbed) return 'disturbed';
  return error instanceof Stopped ? 'stopped' : 'fault';
}
