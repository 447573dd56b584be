/** What a client that caches answers keeps, asks and shows: browsers and many HTTP libraries do so by themselves. */
import { dateOf, type Answer } from '@outreach-api/model/records/exchange';
import type { AddedHeaders } from './usual-headers.ts';

/** Longer answers are not kept. */
const longestText = 100_000;
const notModified = 304;
/** What changed so recently may change once more within the second that `Last-Modified` names. */
const settledMs = 2000;

/** Answers that can be asked for on condition that they are outdated, by caller and path (RFC 9110, 8.8 and 13). */
export class HttpCache {
  readonly #answers = new Map<string, Answer>();

  /** Keeps an answer if it may be stored and says what it can be recognised by. */
  keep(key: string, answer: Answer): void {
    if (!answer.ok || answer.text.length > longestText) return;
    if (!mayBeStored(answer) || Object.keys(conditionOn(answer)).length === 0) this.#answers.delete(key);
    else this.#answers.set(key, answer);
  }

  /** The headers that ask for an answer only if the kept one is outdated; none if none is kept. */
  conditionOf(key: string): AddedHeaders {
    const answer = this.#answers.get(key);
    return answer === undefined ? {} : conditionOn(answer);
  }

  /** The kept answer, if this one says that it is still current; null if not. */
  shownFor(key: string, { status }: Answer): Answer | null {
    return status === notModified ? (this.#answers.get(key) ?? null) : null;
  }
}

/** RFC 9111, 3 and 5.2.2.5. */
function mayBeStored({ headers }: Answer): boolean {
  const directives = (headers['cache-control'] ?? '').toLowerCase().split(',');
  return !directives.some((directive) => directive.trim() === 'no-store');
}

function conditionOn(answer: Answer): AddedHeaders {
  const { etag, 'last-modified': modified } = answer.headers;
  if (etag !== undefined) return { 'if-none-match': etag };
  const isSettled = (dateOf(answer) ?? 0) - Date.parse(modified ?? '') >= settledMs;
  return modified !== undefined && isSettled ? { 'if-modified-since': modified } : {};
}
