/** How the model of sender profiles, which judges the facts of a run alone, differs from the rules. */
import type { JobResult } from './job.ts';

/** Statements that the model and the rules judge differently in one run. */
interface Difference {
  readonly job: string;
  readonly statement: string;
  readonly is: 'false alarm' | 'broken by facts alone' | 'broken by the rule alone';
}

/** Where they differ. What the model only doubts, it does not claim. */
export function differencesByFacts({ job, verdicts, byFacts }: JobResult): readonly Difference[] {
  // Not in the table of twins, so that it is not known what breaks them.
  if (job.drawnFault !== undefined) return [];
  return Object.entries(byFacts).flatMap(([statement, said]): readonly Difference[] => {
    const [byModel, byRule] = [said === 'broken', verdicts[statement] === 'fail'];
    if (byModel === byRule) return [];
    const alone = byModel ? 'broken by facts alone' : 'broken by the rule alone';
    return [{ job: job.name, statement, is: job.twin === null ? 'false alarm' : alone }];
  });
}

/** The differences in words, a line for each kind. */
export function byFactsLines(results: readonly JobResult[]): readonly string[] {
  const differences = results.flatMap((result) => differencesByFacts(result));
  const groups = Map.groupBy(differences, ({ is }) => is);
  return [...groups].map(
    ([is, all]) =>
      `by the facts alone, ${all.length} × ${is}: ${all.map(({ job, statement }) => `${statement} in ${job}`).join(', ')}`,
  );
}
