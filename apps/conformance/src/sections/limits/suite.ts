/** The rules of the section, and the experiments that each of them judges. */
import { defineRule, type Rule } from '../../session/suite.ts';
import * as limits from './limits.rules.ts';
import { rateLimit, rateLimitOnDelivery } from './rate-limit.ts';

/** The rules of the section. */
export const rules: readonly Rule[] = [
  defineRule(limits.limitIsAnswered429, { from: [rateLimit, rateLimitOnDelivery] }),
  defineRule(limits.limitIsPerAccount, {
    from: [rateLimit],
    decidedWith: ['createApiKeys', 'otherAccountToken'],
  }),
  defineRule(limits.backingOffGetsThrough, { from: [rateLimit, rateLimitOnDelivery] }),
  defineRule(limits.limitedRequestHasNoEffect, { from: [rateLimit, rateLimitOnDelivery] }),
];
