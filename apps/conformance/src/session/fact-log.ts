/** Keeps what happens in a run as facts, in the order in which it happens. */
import { systemClock } from '@outreach-api/engine';
import type { AttemptListener, CameOver } from '@outreach-api/wire/request-listener';
import { wasCut } from '@outreach-api/wire/unanswered';
import type { Fact, MadeRecord, Moment, Sender } from '@outreach-api/model/laws/fact';
import { classOf } from '@outreach-api/model/records/answer-class';
import type { SentRequest } from '@outreach-api/model/records/exchange';
import { sentIn } from '@outreach-api/model/records/exchange-seen';
import { operationOf } from '@outreach-api/model/records/operation';

/** The least time between two moments. */
const apartMs = 1e-4;

/**
 * Keeps what happens in a run as facts, in the order in which it began. It knows whose each credential is, and keeps
 * none. Pages of a list are not kept: they would not fit into memory.
 */
export class FactLog implements AttemptListener {
  readonly #baseUrl: string;
  readonly #senderBy: (header: string | null) => Sender;
  readonly #facts: Fact[] = [];
  #last: Moment = 0;
  /** Whether anything is kept. */
  isKept = false;

  /** @param senderBy - whose an Authorization header is */
  constructor(baseUrl: string, senderBy: (header: string | null) => Sender) {
    this.#baseUrl = baseUrl;
    this.#senderBy = senderBy;
  }

  /** The facts, in the order in which they began. */
  get facts(): readonly Fact[] {
    return this.#facts.toSorted((one, other) => one.from - other.from);
  }

  attempted({ method, url, headers, body }: SentRequest): (over: CameOver) => void {
    if (!this.isKept) return () => undefined;
    const from = this.#now();
    const path = url.slice(this.#baseUrl.length);
    const operation = operationOf(method, path);
    const by = this.#senderBy(headers['authorization'] ?? null);
    const keepsBody = operation !== 'listWebhooks' && operation !== 'createApiKey';
    const sent = sentIn(body);
    return (over) => {
      const answer = over.kind === 'answered' ? over.answer : null;
      this.#facts.push({
        kind: 'attempt',
        from,
        to: this.#now(),
        by,
        operation,
        path,
        sent,
        came: classOf(answer),
        json: keepsBody && answer?.ok === true ? answer.json : undefined,
        isCut: over.kind === 'unanswered' && wasCut(over),
      });
    };
  }

  /** Makes a record, and keeps that it was made. */
  async making(
    what: MadeRecord['what'],
    asked: MadeRecord['asked'],
    make: () => Promise<string>,
  ): Promise<string> {
    const from = this.#now();
    const uuid = await make();
    if (this.isKept) this.#facts.push({ kind: 'made', from, to: this.#now(), what, uuid, asked });
    return uuid;
  }

  #now(): Moment {
    this.#last = Math.max(systemClock.now(), this.#last + apartMs);
    return this.#last;
  }
}
