/** What probes look at and change. */
import type { Touches } from '@outreach-api/engine';

/**
 * In the order in which they are locked: those with long waits early, since a probe that waits for one blocks those
 * that come before it.
 */
export const resources = ['keys', 'rate', 'webhooks', 'webhookTests', 'senderProfiles'] as const;

/** What a probe looks at or changes; the name of the lock that keeps probes apart. */
export type Resource = (typeof resources)[number];

/** The resources that a probe looks at, and those that it changes. */
export type Touched = Touches<Resource>;

/** Whether an experiment tries to reach the rate limit: what it sees then says nothing about other experiments. */
export function isFlood({ changes = [] }: { readonly changes?: readonly string[] }): boolean {
  return changes.includes('rate');
}
