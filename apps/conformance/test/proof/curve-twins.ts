/** The broken twins on which it is measured how soon a run finds what is broken. */
import type { TwinName } from '@outreach-api/sandbox';

/**
 * Drawn once by seed (31) from all that need no flood, one of each section in turn. They stay the same, so that the
 * figure of one day can be compared with that of another.
 */
export const curveTwins = [
  'empty-authorization-is-taken',
  'new-key-of-another-account-may-update-profiles',
  'jti-is-shared-by-keys-of-one-name',
  'profile-is-html',
  'lists-are-dropped',
  'reads-by-another-key-are-kept-over-updates',
  'target-that-answers-in-plain-text-has-failed',
  'offset-rounded-down-to-a-page',
  'scalar-on-uuid-matches-nothing',
  'deleted-webhook-is-counted-under-a-filter-by-its-uuid',
  'algorithm-none-is-taken-in-capitals',
  'refusal-to-another-account-names-the-person',
  'refusal-of-a-body-echoes-the-credential',
  'updated-profile-is-in-single-quotes',
  'webhook-has-url-for-target-url',
  'profile-is-updated-by-its-mailbox',
  'uuid-is-required-for-a-test',
  'order-turns-with-odd-limits',
  'offset-of-a-time-in-an-operand-is-ignored',
  'delete-of-webhook-makes-others-post',
  'signature-is-not-checked',
  'filter-on-several-fields-forgets-the-account',
  'key-of-a-body-with-more-was-made-yesterday',
  'list-is-json-lines',
  'list-is-refused-with-404',
  'texts-of-37-letters-lose-the-last',
  'test-with-uuid-stores-its-method',
  'explicit-offset-0-skips-the-first',
  'numbers-are-ordered-as-text',
  'delete-of-a-webhook-of-another-method-does-nothing',
] as const satisfies readonly TwinName[];
