/** Twins that break the section Test a webhook. */
import { jsonAnswer } from '../answer.ts';
import { defineTwins } from './twin.ts';

export const testAWebhookTwins = defineTwins({
  'uuid-only-answers-400': {
    breaks: 'TEST-01',
    twist: (right) => ({
      ...right,
      refusal: (refusal, call) =>
        refusal.reason === 'uuid-only'
          ? jsonAnswer(400, { error: refusal.detail })
          : right.refusal(refusal, call),
    }),
  },
  'delivery-method-always-post': {
    breaks: 'TEST-03',
    needs: ['deliveries'],
    twist: (right) => ({
      ...right,
      deliver: (test, payload, call) =>
        right.deliver({ ...test, requestMethod: 'POST' }, payload ?? '{}', call),
    }),
  },
});
