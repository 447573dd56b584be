/** How a client identifies itself to the service. */
import { version } from './version.ts';

/**
 * The `User-Agent`, if the runtime allows it and it does no harm: in a page it would be a header that requires a CORS
 * preflight.
 */
export function identity(): Record<string, string> {
  const { navigator }: { navigator?: { userAgent?: string } } = globalThis;
  return navigator?.userAgent?.startsWith('Mozilla')
    ? {}
    : { 'user-agent': `outreach-api-client/${version}` };
}
