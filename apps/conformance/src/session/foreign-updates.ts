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
  readonly #read = new Set<string>();
  /** Texts that were sent or shown, and which profile showed each as its first one, when it was read again; if any. */
  readonly #texts = new Map<unknown, string | null>();
  readonly #sent = new Set<string>();
  wereSeen = false;

  /** Evaluates an answer; only answers to reading and updating a profile matter. */
  answered(exchange: Pick<ExchangeSeen, 'operation' | 'path' | 'writes' | 'sent'>, answer: Answer): void {
    const { operation, path, sent } = exchange;
    if (operation !== 'getSenderProfile' && operation !== 'updateSenderProfile') return;
    this.#compare(exchange, answer);
    const record = path.toLowerCase();
    const isReadAgain = operation === 'getSenderProfile' && this.#read.has(record);
    if (answer.ok) this.#read.add(record);
    for (const field of textFields) {
      const [ours, shown] = [sent, answer.json].map((body) => (isRecord(body) ? body[field] : undefined));
      if (typeof ours === 'string') this.#sent.add(folded(ours));
      if (!this.#texts.has(ours)) this.#texts.set(ours, null);
      if (!this.#texts.has(shown)) this.#texts.set(shown, isReadAgain ? record : null);
    }
  }

  /**
   * Whether a text of a profile is nobody's that we know: no other profile has shown it before, nor has this one when it
   * was first read, and nothing like it was sent.
   */
  isOfOthers(uuid: string, text: string): boolean {
    const isNew = this.#texts.get(text)?.endsWith(`/${uuid.toLowerCase()}`) === true;
    return isNew && text !== '' && ![...this.#sent].some((sent) => sent.includes(folded(text)));
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

/** A service may trim, cut or normalize what is sent. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
