/** Finds calls that come for webhook tests after those were looked at. */
import type { Mailbox, ReceivedCall } from '../http/receiver.ts';

/** Knows which calls for webhook tests were looked at. */
export class LateCalls {
  /** Whether calls came late before in this run. */
  wereLate = false;
  /** Whether the webhook that a refused test names was called. It may have been late, so it is waited for. */
  followRefusals = false;
  /** Whether the webhook that tests name was seen to be called without a test. */
  followEvents = false;
  /** How many calls of each were looked at. */
  readonly #lookedAt = new Map<Mailbox, number>();

  /**
   * Calls that have come for earlier tests since those were looked at; each is told once. Whoever has hung up on a call
   * may try again.
   */
  take(): readonly ReceivedCall[] {
    return [...this.#lookedAt].flatMap(([mailbox, seen]) => {
      this.#lookedAt.set(mailbox, Math.max(seen, mailbox.calls.length));
      return mailbox.calls.some(({ hungUp }) => hungUp) ? [] : mailbox.calls.slice(seen);
    });
  }

  /** Remembers what has come for these tests: from here on calls of theirs are late. */
  lookedAt(mailboxes: readonly Mailbox[]): void {
    for (const mailbox of mailboxes) this.#lookedAt.set(mailbox, mailbox.calls.length);
  }

  /** Remembers a test whose call may be yet to come: what comes after one call is late. */
  awaitsOne(mailbox: Mailbox): void {
    this.#lookedAt.set(mailbox, Math.max(1, mailbox.calls.length));
  }

  /** The addresses of earlier tests. */
  get addresses(): readonly string[] {
    return [...this.#lookedAt.keys()].map(({ url }) => url);
  }
}
