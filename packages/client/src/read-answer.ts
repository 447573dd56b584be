/** Reads the results of calls out of their answers. */
import { bodyOf, UnreadableAnswerError } from './errors.ts';
import type { AnswerFacts } from './errors.ts';

/**
 * Reads a record that has the field without which it is of no use. That all fields are as described is trusted, not
 * checked: that is the conformance suite's work.
 *
 * @throws UnreadableAnswerError where the body is no JSON object or lacks the field (section "Resources and
 *   their fields")
 */
export function readRecord<Result extends object>(
  answer: AnswerFacts,
  needed?: keyof Result & string,
): Result {
  const record: Result | null = readAnything(answer);
  // No piece of the body: there may be a credential in it.
  if (typeof record !== 'object' || record === null)
    throw new UnreadableAnswerError(answer, `the body is ${bodyOf(answer) ? 'no JSON object' : 'empty'}`);
  if (needed && record[needed] === undefined)
    throw new UnreadableAnswerError(answer, `the body has no ${needed}`);
  return record;
}

/** Reads an answer of no described shape: JSON where it is JSON, undefined where it is empty, otherwise text. */
export function readAnything(answer: AnswerFacts) {
  const body = bodyOf(answer);
  try {
    return JSON.parse(body);
  } catch {
    return body || undefined;
  }
}

/**
 * Reads nothing: no body is described.
 *
 * @throws UnreadableAnswerError for a page of HTML: that is a login or a gateway, not the service
 */
export function readNothing(answer: AnswerFacts): undefined {
  if (bodyOf(answer) && /html/i.test(answer.response.headers.get('content-type') ?? ''))
    throw new UnreadableAnswerError(answer, 'the body is a page of HTML');
}
