/** What came of a request, and whose answer it is: the one place that reads this out of a status (Errors). */

/**
 * What came of a request, as far as the status of its answer shows.
 *
 * - `kind`: what came. `limited` is 429; `unknown` is no answer, or a gateway's in its place.
 * - `by`: whose answer it is. That a gateway's answer recurs, or that everybody got it, only a session knows; see
 *   `WhoseAnswer`.
 * - `effect`: when the request takes effect, if it changes something.
 * - `concerns`: what the answer is about: this request, its caller, the moment at which it came, which may pass, or the
 *   way to the service.
 */
export type AnswerClass =
  | Class<'done', 'service', 'at once', 'the request'>
  | Class<'accepted', 'service', 'later', 'the request'>
  | Class<'redirected', 'service', 'never', 'the request'>
  | Class<'refused', 'service', 'never', 'the request' | 'the caller' | 'the moment'>
  | Class<'limited', 'limit', 'never', 'the caller'>
  | Class<'failed', 'service', 'perhaps', 'the request'>
  | Class<'unknown', 'gateway', 'perhaps', 'the moment' | 'the way'>
  | Class<'unknown', 'nobody', 'perhaps', 'the way'>;

interface Class<Kind, By, Effect, Concerns> {
  readonly kind: Kind;
  readonly by: By;
  readonly effect: Effect;
  readonly concerns: Concerns;
}

const done = { kind: 'done', by: 'service', effect: 'at once', concerns: 'the request' } as const;
const redirected = { kind: 'redirected', by: 'service', effect: 'never', concerns: 'the request' } as const;
const refused = { kind: 'refused', by: 'service', effect: 'never', concerns: 'the request' } as const;
const failed = { kind: 'failed', by: 'service', effect: 'perhaps', concerns: 'the request' } as const;
const ofGateway = { kind: 'unknown', by: 'gateway', effect: 'perhaps', concerns: 'the way' } as const;
const unanswered = { kind: 'unknown', by: 'nobody', effect: 'perhaps', concerns: 'the way' } as const;

const ofStatus: ReadonlyMap<number, AnswerClass> = new Map<number, AnswerClass>([
  [202, { kind: 'accepted', by: 'service', effect: 'later', concerns: 'the request' }],
  [401, { ...refused, concerns: 'the caller' }],
  [403, { ...refused, concerns: 'the caller' }],
  // The request did not arrive in time: nothing is wrong with it.
  [408, { ...refused, concerns: 'the moment' }],
  // Conflict, locked, too early: another request in flight may be the reason.
  [409, { ...refused, concerns: 'the moment' }],
  [423, { ...refused, concerns: 'the moment' }],
  [425, { ...refused, concerns: 'the moment' }],
  [429, { kind: 'limited', by: 'limit', effect: 'never', concerns: 'the caller' }],
  [502, ofGateway],
  [503, { ...ofGateway, concerns: 'the moment' }],
  [504, ofGateway],
  // No service's own: content delivery networks answer these for a service that fails or cannot be reached.
  ...Array.from({ length: 11 }, (_, at) => [520 + at, ofGateway] as const),
]);

/** By the first digit of a status; an interim answer is none. */
const ofDigit: readonly AnswerClass[] = [unanswered, unanswered, done, redirected, refused, failed];

/** What came of a request. @param answer - null if there was none, or none that is read */
export function classOf(answer: { readonly status: number } | null | undefined): AnswerClass {
  if (answer == null) return unanswered;
  const { status } = answer;
  return ofStatus.get(status) ?? ofDigit[Math.floor(status / 100)] ?? failed;
}

/** Whether a status is a success: 2xx. Anything else is a refusal, including a redirect. */
export function isSuccess(status: number): boolean {
  return Math.floor(status / 100) === 2;
}

/** Whether what came is a success. */
export function isAccepted({ kind }: AnswerClass): boolean {
  return kind === 'done' || kind === 'accepted';
}

/**
 * Whether a refusal may be due to other requests in flight: a service may accept only one of a kind at a time. A server
 * failure is not such an answer.
 */
export function mayBeBusy({ effect, concerns }: AnswerClass): boolean {
  return effect === 'never' || concerns === 'the moment';
}

/** Whether a request was refused for the moment only: the service may be busy with another. */
export function isRefusedForNow({ effect, concerns }: AnswerClass): boolean {
  return effect === 'never' && concerns === 'the moment';
}

/** Whether what came may have been so for a moment only: a service that was busy, or failed. */
export function mayPass({ effect, concerns }: AnswerClass): boolean {
  return effect === 'perhaps' || concerns === 'the moment';
}
