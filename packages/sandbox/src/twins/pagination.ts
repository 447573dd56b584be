/** Twins that break the section Pagination. */
import { defineTwins } from './twin.ts';

export const paginationTwins = defineTwins({
  'default-limit-is-10': {
    breaks: 'PAGE-01',
    also: ['PAGE-08'],
    twist: (right) => ({
      ...right,
      window: (call) => {
        const window = right.window(call);
        return window.ok && !call.query.has('limit')
          ? { ...window, value: { ...window.value, limit: 10 } }
          : window;
      },
    }),
  },
  'has-more-on-exact-multiple': {
    breaks: 'PAGE-06',
    also: ['PAGE-07'],
    twist: (right) => ({
      ...right,
      envelope: (page, call) => {
        const full = page.data.length > 0 && page.data.length === page.limit;
        const last = page.offset + page.data.length === page.total;
        return { ...right.envelope(page, call), ...(full && last ? { has_more: true } : {}) };
      },
    }),
  },
});
