/** Which operations have only failed since they last succeeded, and since when (Errors). */
import { classOf, isAccepted } from '@outreach-api/model/records/answer-class';
import type { Answer } from '@outreach-api/model/records/exchange';
import { requestShape } from '@outreach-api/wire/patience';

/** A database that changes over refuses all writes for some seconds. */
const longestOutageMs = 4000;

/** Operations that the service failed to carry out, by method and path, uuids as `{uuid}`. */
export class FailingOperations {
  readonly #since = new Map<string, number>();

  /** @param now - in milliseconds, by the session's clock */
  answered(method: string, path: string, answer: Pick<Answer, 'status'>, now: number): void {
    const operation = requestShape(method, path);
    const came = classOf(answer);
    if (isAccepted(came)) this.#since.delete(operation);
    else if (came.kind === 'failed' && !this.#since.has(operation)) this.#since.set(operation, now);
  }

  /** How long it takes until an outage that began with these failures would be over, in milliseconds. */
  msUntilOver(now: number): number {
    const began = Math.max(...this.#since.values());
    return Math.max(0, began + longestOutageMs - now);
  }
}
