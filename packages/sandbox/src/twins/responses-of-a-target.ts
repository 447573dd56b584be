/** Twins that break the section Test a webhook: how the target's response is returned. */
import type { Answer } from '../answer.ts';
import { jsonAnswer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { AdmittedCall } from '../call.ts';
import type { DeliveryResult } from '../delivery/deliver.ts';
import { defineTwins } from './twin.ts';
import type { TwinDefinition } from './twin.ts';

/** A twin that answers with something other than what the target said. */
function returns(right: Behaviour, change: (result: DeliveryResult) => DeliveryResult): Behaviour {
  return { ...right, testAnswer: (result, test, call) => right.testAnswer(change(result), test, call) };
}

/** A twin that gives some responses of a target another answer. */
function answersOtherwise(
  isMeant: (result: Answered) => boolean,
  otherwise: (right: Behaviour, call: AdmittedCall) => Answer,
): TwinDefinition['twist'] {
  return (right) => ({
    ...right,
    testAnswer: (result, test, call) =>
      result.kind === 'answered' && isMeant(result)
        ? otherwise(right, call)
        : right.testAnswer(result, test, call),
  });
}

/** A twin that takes some successes of a target for failures. */
export function failsOn(isFailure: (result: Answered) => boolean): TwinDefinition['twist'] {
  return answersOtherwise(
    (result) => isSuccess(result) && isFailure(result),
    (right, call) =>
      right.refusal({ ok: false, reason: 'target-failure', detail: 'unexpected response' }, call),
  );
}

/** A twin that says only that the test was made. */
function hides(isHidden: (result: Answered) => boolean): TwinDefinition['twist'] {
  return answersOtherwise(isHidden, () => jsonAnswer(200, { ok: true }));
}

type Answered = Extract<DeliveryResult, { kind: 'answered' }>;

function isSuccess({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

const needs = ['deliveries'] as const;

/** What a target that was not called is said to have answered. */
export const noResponse: DeliveryResult = {
  kind: 'answered',
  status: 200,
  type: null,
  body: new Uint8Array(),
};

export const responsesOfATargetTwins = defineTwins({
  'response-of-the-target-is-hidden': {
    breaks: 'TEST-04',
    needs,
    twist: hides(() => true),
  },
  'response-of-the-target-is-always-200': {
    breaks: 'TEST-04',
    needs,
    twist: (right) => returns(right, (result) => (result.kind === 'answered' ? noResponse : result)),
  },
  'response-of-the-first-target-is-repeated': {
    breaks: 'TEST-04',
    needs,
    twist: (right) => {
      let first: DeliveryResult | null = null;
      return returns(right, (result) => {
        first ??= result;
        return first;
      });
    },
  },
  'response-in-plain-text-is-hidden': {
    breaks: 'TEST-04',
    needs,
    twist: hides(({ type }) => type?.includes('json') !== true),
  },
  'target-that-answers-in-plain-text-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ type }) => type?.includes('text/plain') === true),
  },
  'target-that-answers-in-html-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ type }) => type?.includes('html') === true),
  },
  'target-that-answers-with-nothing-has-failed': {
    breaks: 'TEST-04',
    needs,
    // Of nothing, nothing can be missing in an answer of 200.
    under: { targetFailure: '422' },
    twist: failsOn(({ body }) => body.length === 0),
  },
  'target-that-answers-at-length-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ body }) => body.length > 8192),
  },
  'target-that-answers-above-204-has-failed': {
    breaks: 'TEST-04',
    needs,
    twist: failsOn(({ status }) => status > 204),
  },
});
