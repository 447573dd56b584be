/** What a method of the client returns: a promise of the result, with the raw answer within reach. */
import { bodyOf, unread, UnreadableAnswerError } from './errors.ts';
import type { AnswerFacts } from './errors.ts';

/** A result with the answer that it was read from. */
export interface ResultWithResponse<Result> {
  data: Result;
  /** The answer as it came; its body can be read once more. */
  response: Response;
  /** How many attempts it took. */
  attempts: number;
}

/** A promise of the result; the request is under way already. */
export interface Call<Result> extends Promise<Result> {
  /** The result together with the raw `Response` of the same request. */
  withResponse(): Promise<ResultWithResponse<Result>>;
}

/** Makes a call of an answer to come and of what reads it. */
export function callOf<Result>(
  answered: Promise<AnswerFacts>,
  read: (answer: AnswerFacts) => Result,
): Call<Result> {
  const result = answered.then(read);
  return Object.assign(result, {
    async withResponse() {
      // Waited for first: who takes this promise handles the failure of the other one, too.
      const data = await result;
      const answer = await answered;
      return { data, response: unread(answer), attempts: answer.attempts };
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
  answer: AnswerFacts,
  needed: readonly (keyof Result & string)[],
): Result {
  const unreadable = (problem: string): UnreadableAnswerError =>
    new UnreadableAnswerError(answer, `answered ${answer.response.status}, but the body ${problem}`);
  const body = bodyOf(answer);
  let record: Result | null;
  try {
    record = JSON.parse(body);
  } catch {
    // JSON.parse shows a piece of the body in its message: there may be a credential in it.
    throw unreadable(body === '' ? 'is empty' : 'is no JSON');
  }
  if (typeof record !== 'object' || record === null) throw unreadable('is no object');
  for (const field of needed) if (record[field] === undefined) throw unreadable(`has no ${field}`);
  return record;
}

/** Reads an answer of no described shape: JSON where it is JSON, undefined where it is empty, otherwise text. */
export function readAnything(answer: AnswerFacts): unknown {
  const body = bodyOf(answer);
  try {
    return JSON.parse(body);
  } catch {
    return body || undefined;
  }
}

/** Reads nothing: no body is described. */
export function readNothing(): undefined {}
