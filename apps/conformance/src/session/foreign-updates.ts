/** Notices when somebody else updates sender profiles. */
import { classOf } from '@outreach-api/model/records/answer-class';
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Answer } from '@outreach-api/model/records/exchange';
import type { ExchangeSeen } from '@outreach-api/model/records/exchange-seen';
import { textOf } from '@outreach-api/model/texts/text-of';

/** What the answer to our last update of a profile showed. */
interface OwnUpdate {
  /** Its `updated_at`, in milliseconds since the epoch. */
  readonly at: number;
  /** How many of our writes had begun by then. */
  readonly writes: number;
}

/** Whether a profile showed a later update than our last one, while we had sent none since. */
export class ForeignUpdates {
  readonly #own = new Map<string, OwnUpdate>();
  wereSeen = false;

  /** Evaluates an answer; only answers to reading and updating a profile matter. */
  answered(
    { operation, path, writes }: Pick<ExchangeSeen, 'operation' | 'path' | 'writes'>,
    answer: Answer,
  ): void {
    if (operation !== 'getSenderProfile' && operation !== 'updateSenderProfile') return;
    // During another write of ours, it is unknown which of them it shows; an update answered 202 may still be pending.
    const { json } = answer;
    if (classOf(answer).effect !== 'at once' || !isRecord(json)) return;
    if (writes === null || writes[0] !== writes[1]) return;
    const at = Date.parse(textOf(json['updated_at']));
    const own = this.#own.get(path);
    if (operation === 'updateSenderProfile') this.#own.set(path, { at, writes: writes[1] });
    else if (own !== undefined && own.writes === writes[0] && at > own.at) this.wereSeen = true;
  }
}
