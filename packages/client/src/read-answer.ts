/** Reads the results of calls from their answers. */
import { bodyOf, jsonOf } from './call-facts.ts';
import { UnreadableAnswerError } from './errors.ts';
import type { AnswerFacts } from './call-facts.ts';

/**
 * Reads a record that has the field without which it is useless. That all fields are as described is trusted, not
 * checked: that is the conformance suite's job.
 *
 * @throws UnreadableAnswerError if the body is not a JSON object or lacks the field (section "Resources and their
 *   fields")
 */
export function readRecord<Result extends object>(
  answer: AnswerFacts,
  needed?: keyof Result & string,
): Result {
  const record: Result | null = readAnything(answer);
  // No part of the body: it may contain a credential.
  if (!(record instanceof Object))
    throw new UnreadableAnswerError(answer, `the body is ${bodyOf(answer) ? 'no JSON object' : 'empty'}`);
  if (needed && record[needed] === undefined)
    throw new UnreadableAnswerError(answer, `the body has no ${needed}`);
  return record;
}

/** Reads an answer of no described shape: JSON if it is JSON, undefined if it is empty, otherwise text. */
export function readAnything(answer: AnswerFacts) {
  const data = jsonOf(answer);
  return data === undefined ? bodyOf(answer) || undefined : data;
}

/**
 * Reads nothing: no body is described.
 *
 * @throws UnreadableAnswerError for a page of HTML: that is a login or a gateway, not the service
 */
export function readNothing(answer: AnswerFacts): undefined {
  if (bodyOf(answer) && /html/i.test(answer.response.headers.get('content-type') ?? ''))
    throw new UnreadableAnswerError(answer, 'the body is HTML');
}
