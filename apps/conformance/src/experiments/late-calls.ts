/** Finds calls that come for tests after those were looked at. */
import type { Mailbox, ReceivedCall } from '../session/receiver.ts';
import type { SessionState } from '../session/session-state.ts';

const lookedAt = new WeakMap<SessionState, Map<Mailbox, number>>();

/**
 * Calls that have come for earlier tests since those were looked at; each is told once. Whoever has hung up on a call
 * may try again.
 */
export function lateCalls(state: SessionState): readonly ReceivedCall[] {
  const earlier = lookedAt.get(state) ?? new Map<Mailbox, number>();
  return [...earlier].flatMap(([mailbox, seen]) => {
    earlier.set(mailbox, Math.max(seen, mailbox.calls.length));
    return mailbox.calls.some(({ hungUp }) => hungUp) ? [] : mailbox.calls.slice(seen);
  });
}

/** Remembers what has come for these tests: from here on calls of theirs are late. */
export function lookedAtCalls(state: SessionState, mailboxes: readonly Mailbox[]): void {
  const all = lookedAt.get(state) ?? new Map<Mailbox, number>();
  lookedAt.set(state, all);
  for (const mailbox of mailboxes) all.set(mailbox, mailbox.calls.length);
}

/** Remembers a test whose call may be yet to come: what comes after one call is late. */
export function awaitsOneCall(state: SessionState, mailbox: Mailbox): void {
  const all = lookedAt.get(state) ?? new Map<Mailbox, number>();
  lookedAt.set(state, all);
  all.set(mailbox, Math.max(1, mailbox.calls.length));
}

/** The addresses of earlier tests. */
export function earlierAddresses(state: SessionState): readonly string[] {
  return [...(lookedAt.get(state)?.keys() ?? [])].map(({ url }) => url);
}
