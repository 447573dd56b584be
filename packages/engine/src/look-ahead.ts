/** Observes several inputs of an experiment in parallel, before they are judged one after the other. */
import type { Tested } from './tested.ts';
import type { Experiment, Observer } from './experiment.ts';

/** More would leave none of the target's concurrency for the phase's other experiments. */
const atOnce = 4;

/**
 * Observes the first inputs of an experiment, a few at a time. The experiment must use nothing up, and change nothing
 * or only single records that it locks itself. The experiment keeps the results, faults included, for whoever tries
 * these inputs.
 */
export async function lookAhead<Given, Seen, On extends Tested>(
  experiment: Experiment<Given, Seen, On>,
  observer: Observer<On>,
  inputs: readonly Given[],
): Promise<void> {
  const { changes = [], cost, costly = false } = experiment;
  if (changes.length > 0 || cost !== undefined || costly) return;
  const waiting = [...inputs];
  const lookOn = async (): Promise<void> => {
    for (let given = waiting.shift(); given !== undefined; given = waiting.shift())
      await experiment.observe(observer, given).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: atOnce }, lookOn));
}
