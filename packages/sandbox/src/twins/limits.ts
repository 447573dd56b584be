/** Twins that break the section Limits: the rate limit. */
import { defineTwins } from './twin.ts';

export const limitsTwins = defineTwins({
  'limited-answers-503': {
    breaks: 'RATE-01',
    needs: ['flood'],
    twist: (right) => ({
      ...right,
      limited: async (waitMs, call, perform) => ({
        ...(await right.limited(waitMs, call, perform)),
        status: 503,
      }),
    }),
  },
});
