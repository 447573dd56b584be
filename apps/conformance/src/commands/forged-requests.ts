/** Counts the requests of a run whose credential is missing, made up or tampered with. */
import { providedBy } from '../target/needs.ts';
import { plannedInputs } from '../engine/plan.ts';
import { openQuestions } from '../catalogue/open-questions.ts';
import {
  forgers,
  intrudersOnChanges,
  intrudersOnDeletions,
  intrudersOnLists,
  intrudersOnRecordChanges,
  intrudersOnRecords,
  isForger,
} from '../sections/authentication/intruders.ts';
import { missing } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Planned } from './plan.ts';

/**
 * Requests without a credential, with something that is not a key, and with a tampered key: the first of each also
 * lists with a query.
 */
const kinds = new Set(forgers.map(({ kind }) => kind));
const onLists = intrudersOnLists.filter(isForger);
const onChanges = intrudersOnChanges.filter(isForger);
const onRecords = intrudersOnRecords.filter(isForger);
const onRecordChanges = intrudersOnRecordChanges.filter(isForger);
const onDeletions = intrudersOnDeletions.filter(isForger);

/** Requests of each experiment whose credential is forged. */
const requestsOf: Readonly<Record<string, number>> = {
  'trespass-on-list': onLists.length + kinds.size,
  'trespass-under-a-filter': kinds.size,
  'trespass-under-way': 1,
  'trespass-on-profile-read': onRecords.length,
  'trespass-on-key-creation': forgers.length,
  'trespass-on-webhook-test': onChanges.length,
  'trespass-on-update': onRecordChanges.length + 2,
  'trespass-on-webhook-deletion': onDeletions.length,
  'trespass-on-profile-deletion': onDeletions.length,
};

/** About how many requests of a run bear a credential that is missing, made up or tampered with. */
export function forgedRequests(target: Target, planned: Planned): number {
  if (!target.allow.forgedCredentials) return 0;
  const experiments = [...plannedInputs(providedBy(target), planned.rules, planned).keys()];
  const all = experiments.reduce((sum, name) => sum + (requestsOf[name] ?? 0), 0);
  const questions = planned.observe
    ? openQuestions.filter(
        ({ needs }) => needs.includes('forgedCredentials') && missing(needs, target).length === 0,
      )
    : [];
  return all + questions.length;
}
