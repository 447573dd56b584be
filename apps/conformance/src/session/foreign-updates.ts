/** Notices when somebody else updates sender profiles. */
import { classOf } from '@outreach-api/model/records/answer-class';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { textFields } from '@outreach-api/model/records/profile-fields';
import { textOf } from '@outreach-api/model/texts/text-of';

/** What the answer to our last update of a profile showed. */
interface OwnUpdate {
  /** Its `updated_at`, in milliseconds since the epoch. */
  readonly at: number;
  /** How many of our writes had begun by then. */
  readonly writes: number;
  /** The text fields that it left out. */
  readonly leftOut: readonly string[];
}

/**
 * Whether a profile showed a later update than our last one, while we had sent none since; or, where `updated_at` does
 * not move, a text in a field that ours left out that nobody had sent or been shown before.
 */
export class ForeignUpdates {
  readonly #own = new Map<string, OwnUpdate>();
  readonly #texts = new Set<unknown>();
  wereSeen = false;

  /** Evaluates an answer; only answers to reading and updating a profile matter. */
  answered(exchange: Pick<ExchangeSeen, 'operation' | 'path' | 'writes' | 'sent'>, answer: Answer): void {
    const { operation, sent } = exchange;
    if (operation !== 'getSenderProfile' && operation !== 'updateSenderProfile') return;
    this.#compare(exchange, answer);
    for (const record of [sent, answer.json])
      if (isRecord(record)) for (const field of textFields) this.#texts.add(record[field]);
  }

  #compare(
    { operation, path, writes, sent }: Pick<ExchangeSeen, 'operation' | 'path' | 'writes' | 'sent'>,
    answer: Answer,
  ): void {
    // During another write of ours, it is unknown which of them it shows; an update answered 202 may still be pending.
    const { json } = answer;
    if (classOf(answer).effect !== 'at once' || !isRecord(json)) return;
    if (writes === null || writes[0] !== writes[1]) return;
    const at = Date.parse(textOf(json['updated_at']));
    const record = path.toLowerCase();
    const own = this.#own.get(record);
    if (operation === 'updateSenderProfile') {
      const leftOut = textFields.filter((field) => isRecord(sent) && sent[field] === undefined);
      this.#own.set(record, { at, writes: writes[1], leftOut });
    } else if (own !== undefined && own.writes === writes[0]) {
      const isNew = (field: string): boolean => textOf(json[field]) !== '' && !this.#texts.has(json[field]);
      if (at > own.at || own.leftOut.some(isNew)) this.wereSeen = true;
    }
  }
}
