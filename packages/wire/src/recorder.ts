/** Keeps all that was sent to the target and received, within bounds of memory. */
import { ownCopy } from './own-copy.ts';
import type { Answer, SentRequest } from './exchange.ts';

/** One request as it went over the wire, repetitions included. It holds credentials: mask it before it is shown. */
export interface Recording {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly request: SentRequest;
  readonly answer: RecordedResponse | null;
  /** Why there was no answer; null if there was one. */
  readonly failure: string | null;
}

/** An answer, a long body only in part. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What is kept of the body; it ends with `…` if that is not all. */
  readonly text: string;
  /** Length of the whole body in bytes of UTF-8. */
  readonly size: number;
  readonly isCut: boolean;
}

const longestBody = 32 * 1024;
/** For all bodies together, in characters. */
const budget = 32 * 1024 * 1024;
const mostRecordings = 20_000;

/** Keeps all that was sent to the target and received, within bounds of memory: long bodies are cut. */
export class Recorder {
  readonly #recordings: Recording[] = [];
  #left = budget;
  /** Requests that were not kept because there were too many. */
  omitted = 0;

  /** What was kept, in the order in which it ended. */
  get recordings(): readonly Recording[] {
    return this.#recordings;
  }

  /**
   * Keeps a request and its outcome.
   *
   * @param startedAt - milliseconds since the epoch
   * @param came - the answer, or why there was none
   */
  add(request: SentRequest, startedAt: number, milliseconds: number, came: Answer | string): void {
    if (this.#recordings.length >= mostRecordings) {
      this.omitted += 1;
      return;
    }
    const failure = typeof came === 'string' ? came : null;
    const answer = typeof came === 'string' ? null : this.#kept(came);
    const body = request.body === null ? null : this.#cut(request.body);
    this.#recordings.push({ startedAt, milliseconds, request: { ...request, body }, answer, failure });
  }

  #kept({ status, headers, text }: Answer): RecordedResponse {
    const kept = this.#cut(text);
    return { status, headers, text: kept, size: Buffer.byteLength(text), isCut: kept !== text };
  }

  #cut(text: string): string {
    const length = Math.min(text.length, longestBody, this.#left);
    this.#left -= length;
    if (length === text.length) return text;
    return `${ownCopy(text.slice(0, length))}…`;
  }
}
