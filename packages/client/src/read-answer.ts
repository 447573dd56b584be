/** Reads the results of calls out of their answers. */
import { bodyOf, UnreadableAnswerError } from './errors.ts';
import type { AnswerFacts } from './errors.ts';

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
  const body = bodyOf(answer);
  let record: Result | null;
  try {
    record = JSON.parse(body);
  } catch {
    // JSON.parse shows a piece of the body in its message: there may be a credential in it.
    throw new UnreadableAnswerError(answer, `the body is ${(body && 'no JSON') || 'empty'}`);
  }
  if (typeof record !== 'object' || record === null)
    throw new UnreadableAnswerError(answer, 'the body is no object');
  for (const field of needed)
    if (record[field] === undefined) throw new UnreadableAnswerError(answer, `the body has no ${field}`);
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

/**
 * Reads nothing: no body is described.
 *
 * @throws UnreadableAnswerError for a page of HTML: that is a login or a gateway, not the service
 */
export function readNothing(answer: AnswerFacts): undefined {
  const { headers } = answer.response;
  if (answer.bytes.byteLength > 0 && /html/i.test(headers.get('content-type') ?? ''))
    throw new UnreadableAnswerError(answer, 'the body is a page of HTML');
}
