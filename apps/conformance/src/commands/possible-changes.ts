/** Determines which permissions of a target file a run can use. */
import { openQuestions } from '../catalogue/open-questions.ts';
import type { Need } from '../rules/needs.ts';
import { isMet, missing, receiverCanBeReached } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Planned } from './plan.ts';

/** Whether anything in the run uses a permission. */
export function isNeeded(permission: Need, target: Target, planned: Planned): boolean {
  if (!isMet(permission, target) || (permission === 'deletes' && !hasDisposable(target))) return false;
  return usersOf(permission, planned).some((needs) => missing(needs, target).length === 0);
}

/**
 * Why a permission that is given cannot be used, in the words of the target file; null if it can, if it is not given,
 * or if nothing in the run uses it.
 */
export function whyNotPossible(permission: Need, target: Target, planned: Planned): string | null {
  if (!isGiven(permission, target) || isNeeded(permission, target, planned)) return null;
  const users = usersOf(permission, planned);
  if (users.length === 0) return null;
  if (permission === 'deliveries' && !receiverCanBeReached(target))
    return '`receiver.publicUrl`, since the target is not on this machine';
  if (permission === 'deletes' && !hasDisposable(target))
    return 'a uuid in `fixtures.disposableWebhooks` or `fixtures.disposableSenderProfiles` (or `provision`)';
  const [fewest = []] = users.map((needs) => missing(needs, target)).toSorted((a, b) => a.length - b.length);
  return fewest.join(' and ');
}

function hasDisposable({ fixtures, provision }: Target): boolean {
  const { disposableWebhooks, disposableSenderProfiles } = fixtures;
  return provision !== null || disposableWebhooks.length + disposableSenderProfiles.length > 0;
}

function isGiven(permission: Need, target: Target): boolean {
  return permission === 'deliveries' ? target.allow.deliveries > 0 : isMet(permission, target);
}

/** The needs of everything that uses a permission. */
function usersOf(permission: Need, { rules, observe, path }: Planned): readonly (readonly Need[])[] {
  const trials = rules.flatMap((rule) => rule.trials);
  return [
    // A repeated look uses it only if others do.
    ...trials.filter(({ repeatsLook }) => path !== null || !repeatsLook).map(({ needs }) => needs),
    ...(observe ? openQuestions.map((question) => question.needs) : []),
  ].filter((needs) => needs.includes(permission));
}
