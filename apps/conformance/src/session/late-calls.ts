/** Finds calls that come for webhook tests after those were looked at. */
import type { Mailbox, ReceivedCall } from '../http/receiver.ts';

/** Knows which calls for webhook tests were looked at. */
export class LateCalls {
  /** Whether what came of tests was late before in this run. */
  wereLate = false;
  /** Whether the webhook that a refused test names was called. It may have been late, so it is waited for. */
  followRefusals = false;
  /** Whether the webhook that tests name was seen to be called without a test. */
  followEvents = false;
  /** When tests were looked at last, in milliseconds on the clock of the run. */
  lookedAtMs = 0;
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

  /**
   * Remembers what has come for a test: from here on calls of its are late.
   *
   * @param succeeds - whether its target answers with a success: one that fails may be called again at any time
   */
  lookedAt(mailbox: Mailbox, succeeds: boolean): void {
    this.#lookedAt.set(mailbox, succeeds ? mailbox.calls.length : Number.POSITIVE_INFINITY);
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
