/** The results of broken twins where their rule may stay undecided: with small budgets, and in disturbed worlds. */
import { twins } from '@outreach-api/sandbox';
import { disturbanceNames } from '../simulation/disturbances.ts';
import { budgets, type BudgetName, type JobResult } from './job.ts';

const smallBudgets: readonly BudgetName[] = ['smallest', 'small'];

/** A line for each small budget and disturbance: how many twins were killed, left their rule undecided, or passed. */
export function undecidableLines(results: readonly JobResult[]): readonly string[] {
  const ofTwins = results.filter(({ job, fault }) => job.twin !== null && fault === null);
  return [
    ...smallBudgets.flatMap((budget) => {
      const { createApiKeys, deliveries } = budgets[budget];
      const runs = ofTwins.filter(({ job }) => job.budget === budget);
      return lineFor(`${createApiKeys} keys and ${deliveries} deliveries`, runs);
    }),
    ...disturbanceNames
      .filter((name) => name !== 'none')
      .flatMap((name) =>
        lineFor(
          name,
          ofTwins.filter(({ job }) => job.disturbance === name),
        ),
      ),
  ];
}

const broken = new Map<string, string>(twins.map(({ name, breaks }) => [name, breaks]));

function lineFor(where: string, runs: readonly JobResult[]): readonly string[] {
  if (runs.length === 0) return [];
  const came = (verdict: string): number =>
    runs.filter(({ job, verdicts }) => verdicts[broken.get(job.twin ?? '') ?? ''] === verdict).length;
  return [
    `${where}, ${runs.length} runs of twins: ${came('fail')} killed, ${came('inconclusive') + came('skipped')} undecided, ${came('pass')} pass`,
  ];
}
