/** Finds calls that come for webhook tests after those tests were evaluated. */
import type { Mailbox } from '@outreach-api/wire/receiver';
import type { PartialTest, PartialTestSeen } from '../rules/breaches/test-a-webhook.ts';
import type { ReceivedCall } from '@outreach-api/wire/received-call';

/** A test that lacks required fields; calls may still come. */
export interface SentPartialTest {
  readonly test: PartialTest;
  seen(): PartialTestSeen;
  /** The same a while later: others may have called the webhook's own address since. */
  seenLate(): PartialTestSeen;
}

/** Knows which calls for webhook tests were evaluated. */
export class LateCalls {
  /** Whether calls for tests came late before in this run. */
  wereLate = false;
  /** Partial tests that were refused and had called nothing when they were evaluated. */
  refused: readonly SentPartialTest[] = [];
  /** Those that called something later. */
  suspects: readonly PartialTest[] = [];
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

  /** Remembers partial tests that were refused and have called nothing so far. */
  wereRefused(tests: readonly SentPartialTest[], nowMs: number): void {
    this.refused = [...this.refused, ...tests];
    this.lookedAtMs = nowMs;
  }

  /** The addresses of earlier tests. */
  get addresses(): readonly string[] {
    return [...this.#lookedAt.keys()].map(({ url }) => url);
  }
}
