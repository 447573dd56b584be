/** Runs the rules under vitest, and charges each with its own time. */
import { TestRunner, type RunnerTask } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The share of the run's time that a rule took, in seconds; see `RuleResult`. */
    ownSeconds?: number;
  }
}

/**
 * All rules are judged in one run, which the first test would be charged with: it waits for the others. The time of a
 * test is the rule's share of the run instead.
 */
export default class OwnTimeRunner extends TestRunner {
  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    const { ownSeconds } = test.meta;
    if (test.result !== undefined && ownSeconds !== undefined) test.result.duration = ownSeconds * 1000;
  }
}
