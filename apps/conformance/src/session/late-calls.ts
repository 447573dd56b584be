/** Finds calls that come for webhook tests after those tests were evaluated. */
import type { Mailbox } from '../http/receiver.ts';
import type { ReceivedCall } from '../records/received-call.ts';

/** Knows which calls for webhook tests were evaluated. */
export class LateCalls {
  /** Whether calls for tests came late before in this run. */
  wereLate = false;
  /**
   * Whether the webhook that a refused test names was called. The call may have been late, so later ones are awaited.
   */
  followRefusals = false;
  /** Whether the webhook that tests name was seen to be called without a test. */
  followEvents = false;
  /** When tests were last evaluated, in milliseconds on the run's clock. */
  lookedAtMs = 0;
  /** How many calls of each were evaluated. */
  readonly #lookedAt = new Map<Mailbox, number>();

  /**
   * Calls that have come for earlier tests since those were evaluated; each is returned once. A caller that hung up on
   * a call may retry.
   */
  take(): readonly ReceivedCall[] {
    return [...this.#lookedAt].flatMap(([mailbox, seen]) => {
      this.#lookedAt.set(mailbox, Math.max(seen, mailbox.calls.length));
      return mailbox.calls.some(({ hungUp }) => hungUp) ? [] : mailbox.calls.slice(seen);
    });
  }

  /**
   * Remembers what has come for a test: from now on, its calls are late.
   *
   * @param succeeds - whether its target answers with success: one that fails may be called again at any time
   */
  lookedAt(mailbox: Mailbox, succeeds: boolean): void {
    this.#lookedAt.set(mailbox, succeeds ? mailbox.calls.length : Number.POSITIVE_INFINITY);
  }

  /** Remembers a test whose call may still come: anything after one call is late. */
  awaitsOne(mailbox: Mailbox): void {
    this.#lookedAt.set(mailbox, Math.max(1, mailbox.calls.length));
  }

  /** The addresses of earlier tests. */
  get addresses(): readonly string[] {
    return [...this.#lookedAt.keys()].map(({ url }) => url);
  }
}
