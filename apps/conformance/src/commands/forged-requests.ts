/** Counts the requests of a run whose credential is missing, made up or tampered with. */
import { providedBy } from '../target/needs.ts';
import { plannedInputs } from '../engine/plan.ts';
import { openQuestions } from '../catalogue/open-questions.ts';
import { forgers } from '../sections/authentication/intruders.ts';
import { missing } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Planned } from './plan.ts';

/** Requests of each experiment as each of those whose credential is forged. */
const requestsAsEach: Readonly<Record<string, number>> = {
  'trespass-on-list': 2,
  'trespass-on-profile-read': 1,
  'trespass-on-key-creation': 1,
  'trespass-on-webhook-test': 1,
  'trespass-on-update': 1,
  'trespass-on-webhook-deletion': 1,
  'trespass-on-profile-deletion': 1,
};

/** About how many requests of a run bear a credential that is missing, made up or tampered with. */
export function forgedRequests(target: Target, planned: Planned): number {
  if (!target.allow.forgedCredentials) return 0;
  const experiments = [...plannedInputs(providedBy(target), planned.rules, planned).keys()];
  const asEach = experiments.reduce((sum, name) => sum + (requestsAsEach[name] ?? 0), 0);
  const questions = planned.observe
    ? openQuestions.filter(
        ({ needs }) => needs.includes('forgedCredentials') && missing(needs, target).length === 0,
      )
    : [];
  return asEach * forgers.length + questions.length;
}
