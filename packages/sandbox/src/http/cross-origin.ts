/** Lets pages of any origin call the sandbox from a browser (CORS). It is not part of the API. */
import { cors } from 'hono/cors';
import type { SandboxRouter } from './app.ts';

// A page may read only a few headers of a cross-origin answer, unless they are named.
const shownHeaders = ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'Date', 'Location'];

/** Answers preflights, and adds the CORS headers to every answer. */
export function addCrossOrigin(router: SandboxRouter): void {
  router.use(cors({ origin: '*', exposeHeaders: shownHeaders, maxAge: 600 }));
}
