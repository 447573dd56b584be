/** Twins that a small budget may leave unseen while the rule passes, each with its reason. */
import type { TwinName } from '@outreach-api/sandbox';

const openName =
  'a name that is no ordinary text may be refused, so it is no part of what the rule claims; where one was taken it is evidence';
const openLimit =
  'the rule claims what reads show past the limit; a creation or a test past it is evidence, and takes a key or a call that is left by then';

/**
 * A named breach is one that the rule claims to catch; what is seen in passing is evidence, but may be missing by
 * chance. By name, why a twin's defect is not part of that claim, so that a budget in which nothing shows it proves
 * nothing against the rule.
 */
export const leftUnnamed: Partial<Readonly<Record<TwinName, string>>> = {
  'blank-key-name-is-taken-and-lost': openName,
  'blank-key-name-is-shown-as-null': openName,
  'key-of-a-blank-name-is-opaque': openName,
  'keys-are-made-for-another-algorithm':
    'the rule claims to catch each forgery on some operation, and is decided also where no key may be created',
  'new-key-ends-those-of-another-account':
    'the rule is decided with one account, too; a key that another one makes is evidence, and one that is left by then',
  'limited-creation-answers-503': openLimit,
  'limited-test-answers-503': openLimit,
  'limited-test-calls-the-target': openLimit,
  'limit-never-lifts-for-tests': openLimit,
};
