/** Shared by twins that treat keys created through the API differently, or look at what was sent. */
import type { Answer, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { changedSuccess, newKeys } from './changed.ts';
import type { TwinDefinition } from './twin.ts';

/** A record, or the fields of a body. */
export type Value = Readonly<Record<string, unknown>>;

/** The fields of the body of a call; none if it is not an object. */
export function sentIn({ body }: Call): Value {
  try {
    const sent: unknown = JSON.parse(body);
    return typeof sent === 'object' && sent !== null ? { ...sent } : {};
  } catch {
    return {};
  }
}

/**
 * A twin that refuses differently; `isNew` says whether the caller's key was created through the API, null if no
 * caller was admitted.
 */
export function refuses(
  otherwise: (answer: Answer, refusal: Refusal, call: Call, isNew: boolean | null) => Answer,
): TwinDefinition['twist'] {
  return (right) => {
    const { made, keeping } = newKeys(right);
    const callers = new WeakMap<Headers, string>();
    return {
      ...keeping,
      identify: async (token, call) => {
        const caller = await right.identify(token, call);
        if (caller !== null) callers.set(call.headers, caller.jti);
        return caller;
      },
      refusal: (refusal, call) => {
        const jti = callers.get(call.headers);
        return otherwise(
          right.refusal(refusal, call),
          refusal,
          call,
          jti === undefined ? null : made.has(jti),
        );
      },
    };
  };
}

/** A twin that answers callers whose key was created through the API with something else. */
export function toNewKeys(
  operation: Call['operation'],
  change: (value: Value) => Value,
): TwinDefinition['twist'] {
  return (right) => {
    const { isNew, keeping } = newKeys(right);
    return changedSuccess(keeping, [operation], (value, call) => (isNew(call) ? change(value) : value));
  };
}

/** Whether a value is text without visible characters. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
