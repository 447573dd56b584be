/** How a client names itself to the service. */
import { version } from './version.ts';

/**
 * The `User-Agent` where the runtime lets it be set and it does no harm: in a page it would be a header that CORS asks
 * the service about.
 */
export function identity(): Record<string, string> {
  const { navigator }: { navigator?: { userAgent?: string } } = globalThis;
  return navigator?.userAgent?.startsWith('Mozilla')
    ? {}
    : { 'user-agent': `outreach-api-client/${version}` };
}
