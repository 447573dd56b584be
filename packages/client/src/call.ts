/** What a method of the client returns: a promise of the result, with the raw answer within reach. */
import { UnreadableAnswerError } from './errors.ts';
import type { Answered } from './exchange.ts';

/** A result with the answer that it was read from. */
export interface ResultWithResponse<Result> {
  data: Result;
  /** The answer as it came; its body can still be read. */
  response: Response;
  /** How many attempts it took. */
  attempts: number;
}

/** A promise of the result; the request is under way already. */
export interface Call<Result> extends Promise<Result> {
  /** The result together with the raw `Response` of the same request. */
  withResponse(): Promise<ResultWithResponse<Result>>;
}

/** Makes a call of an exchange and of what reads its answer. */
export function callOf<Result>(
  exchanged: Promise<Answered>,
  read: (answered: Answered) => Result,
): Call<Result> {
  const whole = exchanged.then((answered) => {
    return { data: read(answered), response: answered.response, attempts: answered.attempts };
  });
  const result = whole.then(({ data }) => data);
  return Object.assign(result, {
    withResponse() {
      // Who takes this promise handles its failure here; the other one would be an unhandled rejection.
      result.catch(() => {});
      return whole;
    },
  });
}

/**
 * Reads a record that has the fields without which it is of no use. That all fields are as described is trusted, not
 * checked: that is the conformance suite's work.
 *
 * @throws UnreadableAnswerError where the body is no JSON object or lacks one of the fields (section "Resources and
 *   their fields")
 */
export function readRecord<Result extends object>(
  answered: Answered,
  needed: readonly (keyof Result & string)[],
): Result {
  const unreadable = (problem: string): UnreadableAnswerError =>
    new UnreadableAnswerError(answered, `answered ${answered.response.status}, but the body ${problem}`);
  let read: Result | null;
  try {
    read = JSON.parse(answered.body);
  } catch {
    // JSON.parse shows a piece of the body in its message: there may be a credential in it.
    throw unreadable(answered.body === '' ? 'is empty' : 'is no JSON');
  }
  if (typeof read !== 'object' || read === null) throw unreadable('is no object');
  const record = read;
  const missing = needed.filter((field) => record[field] === undefined);
  if (missing.length > 0) throw unreadable(`has no ${missing.join(', ')}`);
  return record;
}

/** Reads an answer of no described shape: JSON where it is JSON, undefined where it is empty, otherwise text. */
export function readAnything({ body }: Answered): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Reads nothing: no body is described. */
export function readNothing(): undefined {
  return undefined;
}
