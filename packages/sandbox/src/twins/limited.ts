/** Building blocks that twins of the rate limit share. */
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { Operation } from '../request-record.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that never again admits an account for some operations, once one of them was limited. */
export function neverLiftsFor(concerns: (operation: Operation) => boolean): TwinDefinition['twist'] {
  return (right) => {
    const shut = new Set<number>();
    return {
      ...right,
      admit: (call) => {
        const { accountId } = call.caller;
        const admission = right.admit(call);
        if (!concerns(call.operation)) return admission;
        if (!admission.admitted) shut.add(accountId);
        return shut.has(accountId) ? { admitted: false, waitMs: 1000 } : admission;
      },
    };
  };
}

/** A twin that answers an operation with 429, but carries it out anyway. */
export function actsAllTheSame(right: Behaviour, operations: readonly Operation[]): Behaviour {
  return {
    ...right,
    limited: async (waitMs, call, perform) => {
      if (operations.includes(call.operation)) await perform();
      return right.limited(waitMs, call, perform);
    },
  };
}

/** A twin that answers with a status other than 429 past the limit if `which` says so. */
export function answersOther(
  status: number,
  which: (call: AdmittedCall, count: number) => boolean,
): TwinDefinition['twist'] {
  return (right) => {
    const counts = new Map<Operation, number>();
    return {
      ...right,
      limited: async (waitMs, call, perform) => {
        const count = (counts.get(call.operation) ?? 0) + 1;
        counts.set(call.operation, count);
        const answer = await right.limited(waitMs, call, perform);
        return which(call, count) ? { ...answer, status } : answer;
      },
    };
  };
}
