/** Continues with the value of an outcome, or answers with its refusal. */
import type { Answer, Outcome } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';

/** `then` applied to the value, or the answer that refuses. */
export async function orRefuse<T>(
  behaviour: Behaviour,
  call: Call,
  outcome: Outcome<T>,
  then: (value: T) => Answer | Promise<Answer>,
): Promise<Answer> {
  return outcome.ok ? then(outcome.value) : behaviour.refusal(outcome, call);
}
