/** Lets pages of any origin call the sandbox from a browser (CORS). It is no part of the API. */
import { cors } from 'hono/cors';
import type { SandboxRouter } from './app.ts';

// A page may read few headers of an answer from elsewhere, unless they are named.
const shownHeaders = ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'Date', 'Location'];

/** Answers preflights, and adds the headers of CORS to every answer. */
export function addCrossOrigin(router: SandboxRouter): void {
  router.use(cors({ origin: '*', exposeHeaders: shownHeaders, maxAge: 600 }));
}
