/** The results of broken twins with small budgets. */
import { twins } from '@outreach-api/sandbox';
import { budgets, type BudgetName, type JobResult } from './job.ts';

/** A line for each small budget: how many twins were killed, and how many left their rule undecided or passing. */
export function smallBudgetLines(results: readonly JobResult[]): readonly string[] {
  const broken = new Map<string, string>(twins.map(({ name, breaks }) => [name, breaks]));
  const names: readonly BudgetName[] = ['smallest', 'small'];
  return names.flatMap((budget) => {
    const runs = results.filter(({ job, fault }) => job.budget === budget && fault === null);
    if (runs.length === 0) return [];
    const came = (verdict: string): number =>
      runs.filter(({ job, verdicts }) => verdicts[broken.get(job.twin ?? '') ?? ''] === verdict).length;
    const { createApiKeys, deliveries } = budgets[budget];
    return [
      `${createApiKeys} keys and ${deliveries} deliveries, ${runs.length} runs of twins: ${came('fail')} killed, ${came('inconclusive') + came('skipped')} undecided, ${came('pass')} pass`,
    ];
  });
}
