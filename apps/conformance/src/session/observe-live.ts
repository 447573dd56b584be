/** Runs experiments on a target, each input once unless it must be tried afresh. */
import {
  Disturbed,
  inputKey,
  mustBeOf,
  Stopped,
  stoppedBy,
  Unmet,
  type FreshFor,
} from '@outreach-api/engine';
import type { ExperimentDefinition, Observed } from './suite.ts';
import type { Session } from '../session/session.ts';
import type { ObservedInput } from './history.ts';
import { isFlood } from './resources.ts';
import type { RunLog } from './run-log.ts';

const triesWhenDisturbed = 4;
/** How often an input is looked at while a gateway answers in place of the target. */
const looksPastGateway = 3;
/** How long the next look waits for what is behind the gateway, after each one longer, in milliseconds. */
const untilNextLookMs = 1000;

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

/** A run that was not disturbed, and what it saw. */
interface Look<Seen> {
  readonly ended: ObservedInput;
  readonly observed: Observed<Seen>;
}

/**
 * Looks, and looks again while a gateway answered a request whose repetition is not safe. If nothing more can be seen
 * then, what was seen before counts. A confirming run is not repeated: the search repeats it.
 */
async function runOf<Given, Seen>(
  experiment: ExperimentDefinition<Given, Seen>,
  given: Given,
  freshFor: FreshFor | null,
  session: Session,
): Promise<Observed<Seen>> {
  const { history, whoseAnswer, failing } = session.state;
  // What failed once, and again right after, may have been the same outage.
  if (freshFor !== null) await session.clock.wait(failing.msUntilOver(session.clock.now()));
  const look = async (): Promise<Look<Seen>> => lookOnce(experiment, given, freshFor, session);
  const most = freshFor === null && !isFlood(experiment) ? looksPastGateway : 1;
  let kept = await look();
  let accidents = whoseAnswer.accidentsIn(kept.ended.run.seen);
  for (let looks = 1; looks < most && accidents.length > 0; looks += 1) {
    await session.clock.wait(untilNextLookMs * looks ** 2);
    const next = await look();
    const isBetter = next.observed.kind === 'seen' || kept.observed.kind === 'unmet';
    const [better, other] = isBetter ? [next, kept] : [kept, next];
    history.ran(other.ended, { kind: 'disturbed', reason: 'a gateway answered' }, new Map());
    kept = better;
    const again = whoseAnswer.accidentsIn(next.ended.run.seen);
    whoseAnswer.recur(again.filter((operation) => accidents.includes(operation)));
    accidents = again;
  }
  history.ran(kept.ended, kept.observed, kept.observed.evidence);
  return kept.observed;
}

/** One look, repeated if it was disturbed. Adds only disturbed runs, and those that end all, to the history. */
async function lookOnce<Given, Seen>(
  experiment: ExperimentDefinition<Given, Seen>,
  given: Given,
  freshFor: FreshFor | null,
  session: Session,
): Promise<Look<Seen>> {
  const { history } = session.state;
  let reason = '';
  for (let tries = 0; tries < triesWhenDisturbed; tries += 1) {
    // A run that was disturbed reads everything afresh.
    const run = session.beginRun(history.beginRun(), freshFor === null && tries === 0);
    const isAlone = freshFor !== null || tries > 0 || session.state.account.needsSerialWrites;
    const ended = inputOf(experiment, given, freshFor, run.log);
    const observed = await tryOnce(experiment, given, ended, run, isAlone);
    if (observed.kind !== 'disturbed') return { ended, observed };
    ({ reason } = observed);
  }
  const unmet = { kind: 'unmet', reason: `${reason} (${triesWhenDisturbed} times in a row)` } as const;
  return {
    ended: inputOf(experiment, given, freshFor, history.beginRun()),
    observed: { ...unmet, experiment: experiment.name, exchanges: [], evidence: new Map() },
  };
}

function inputOf<Given, Seen>(
  { name }: ExperimentDefinition<Given, Seen>,
  given: Given,
  freshFor: FreshFor | null,
  run: RunLog,
): ObservedInput {
  return { run, experiment: name, given, input: inputKey(given), freshFor };
}

async function tryOnce<Given, Seen>(
  experiment: ExperimentDefinition<Given, Seen>,
  given: Given,
  ended: ObservedInput,
  run: Session,
  isAlone: boolean,
): Promise<Observed<Seen> | { readonly kind: 'disturbed'; readonly reason: string }> {
  const { history, stop } = run.state;
  const { name, reads = [], changes = [], changesRecordsOf = [] } = experiment;
  const isBeside = changesRecordsOf.length > 0 && !isAlone;
  const touches = isBeside
    ? { reads, changes, changesRecordsOf }
    : { reads, changes: [...changes, ...changesRecordsOf] };
  const { exchanges } = run;
  try {
    const probe = async (): Promise<Seen> => rechecked(experiment, given, run);
    const [came] = await Promise.allSettled([run.locks.hold(touches, probe)]);
    // In a flood, refusals are what is judged.
    if (!isFlood(experiment)) await mustBeUndisturbed(run, isBeside);
    if (came.status === 'rejected') throw came.reason;
    const seen = came.value;
    const evidence = history.judged(run.log);
    return { kind: 'seen', experiment: name, seen, exchanges, leftOut: run.leftOut, evidence };
  } catch (thrown) {
    // Once nothing more is sent, whatever a run lacks is due to that.
    const isReason = thrown instanceof Unmet || thrown instanceof Disturbed;
    const error = stop.aborted && isReason ? stoppedBy(stop) : thrown;
    const kind = kindOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Unmet)
      return {
        kind: 'unmet',
        experiment: name,
        reason,
        ...(error.blockedBy === undefined ? {} : { blockedBy: error.blockedBy }),
        exchanges,
        evidence: history.judged(run.log),
      };
    history.ran(ended, { kind, reason }, new Map());
    if (kind === 'disturbed') return { kind, reason };
    throw error;
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
 * What is seen while the target temporarily refuses every caller says nothing: this waits until it responds again. Nor
 * does anything say that a target accepts two updates at the same time.
 *
 * @param isBeside - whether others wrote at the same time
 * @throws Disturbed if a valid key was refused in an outage, or a write perhaps because of another one
 */
async function mustBeUndisturbed({ log, state }: Session, isBeside: boolean): Promise<void> {
  const { account, stop, whoseAnswer } = state;
  const outage = stop.aborted ? undefined : await whoseAnswer.outageIn(log.seen);
  if (outage !== undefined) {
    account.findings.forget(outage.wellUntil, outage.to);
    throw new Disturbed('the target refused every caller for a while');
  }
  if (!isBeside || !whoseAnswer.metOtherWrites(log.seen)) return;
  account.needsSerialWrites = true;
  throw new Disturbed('a write was refused while others were in flight');
}

function kindOf(error: unknown): 'unmet' | 'disturbed' | 'stopped' | 'fault' {
  if (error instanceof Unmet) return 'unmet';
  if (error instanceof Disturbed) return 'disturbed';
  return error instanceof Stopped ? 'stopped' : 'fault';
}
