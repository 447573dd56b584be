/** Counts the requests of a run whose credential is missing, made up or tampered with. */
import { plannedInputs } from '@outreach-api/engine';
import { missing, providedBy } from '../target/needs.ts';
import { openQuestions } from '../catalogue/open-questions.ts';
import { isForger } from '../sections/authentication/intruders-on.ts';
import { furtherTrespasses, trespassOnList } from '../sections/authentication/trespasses.ts';
import type { Target } from '../target/target.ts';
import type { Planned } from './plan.ts';

/** Requests of each experiment whose credential is forged: a late look sends them only to confirm what it sees. */
const requestsOf: ReadonlyMap<string, number> = new Map(
  [trespassOnList, ...furtherTrespasses]
    .filter(({ phase }) => phase !== 'late')
    .map(({ name, first = [] }) => [name, first.flatMap(({ callers }) => callers).filter(isForger).length]),
);

/** About how many requests of a run bear a credential that is missing, made up or tampered with. */
export function forgedRequests(target: Target, planned: Planned): number {
  if (!target.allow.forgedCredentials) return 0;
  const experiments = [...plannedInputs(providedBy(target), planned.rules, planned).keys()];
  const all = experiments.reduce((sum, name) => sum + (requestsOf.get(name) ?? 0), 0);
  const questions = planned.observe
    ? openQuestions.filter(
        ({ needs }) => needs.includes('forgedCredentials') && missing(needs, target).length === 0,
      )
    : [];
  return all + questions.length;
}
