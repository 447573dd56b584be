/** What a defect of the small service is, and helpers to define some. */
import { plainHabits, type SmallHabits, type SmallWebhook } from './small-webhook-service.ts';

/** A defect by its name, the statement that it breaks, and others that break with it. */
export type Defect = readonly [
  name: string,
  breaks: string,
  habits: Partial<SmallHabits>,
  also?: readonly string[],
];

/** Shows each record in altered form. */
export function alter(
  change: (
    webhook: SmallWebhook,
    index: number,
    all: readonly SmallWebhook[],
  ) => Partial<Record<keyof SmallWebhook, unknown>>,
): Partial<SmallHabits> {
  return { shown: ({ webhooks }) => webhooks.map((webhook, index) => change(webhook, index, webhooks)) };
}

/** Makes each call in altered form. */
export function calling(
  change: (
    call: ReturnType<SmallHabits['calls']>[number],
    body: Record<string, unknown>,
  ) => Partial<ReturnType<SmallHabits['calls']>[number]>,
): Partial<SmallHabits> {
  return {
    calls: (body, data) => plainHabits.calls(body, data).map((call) => ({ ...call, ...change(call, body) })),
  };
}

/** Whether the body of a test holds only a uuid. */
export function isLone(body: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(body).join(',') === 'uuid';
}

/** Fills in fields that a test lacks. */
export function defaults(
  body: Readonly<Record<string, unknown>>,
  given: Partial<SmallWebhook>,
): Partial<SmallHabits> {
  return {
    refusal: (sent, data) => plainHabits.refusal(isLone(sent) ? sent : { ...given, ...sent }, data),
    calls: (sent, data) => plainHabits.calls({ ...body, ...given, ...sent }, data),
  };
}
