/** The paths of the seven operations (section Endpoints). */
import type { Operation } from '../request-record.ts';

/** Method and path of an operation, in the router's form. */
export interface Route {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

export const routes: readonly Route[] = [
  { operation: 'apiKeys.create', method: 'POST', path: '/id/api/jwt-tokens/create-api-key' },
  { operation: 'webhooks.list', method: 'GET', path: '/integrations/api/webhooks' },
  { operation: 'webhooks.test', method: 'POST', path: '/integrations/api/webhooks/test' },
  { operation: 'webhooks.delete', method: 'DELETE', path: '/integrations/api/webhooks/:uuid' },
  { operation: 'senderProfiles.get', method: 'GET', path: '/flows/api/sender-profiles/:uuid' },
  { operation: 'senderProfiles.update', method: 'PUT', path: '/flows/api/sender-profiles/:uuid' },
  { operation: 'senderProfiles.delete', method: 'DELETE', path: '/flows/api/sender-profiles/:uuid' },
];

const patterns = routes.map(({ operation, method, path }) => ({
  operation,
  method,
  pattern: new RegExp(`^${path.replace(':uuid', '[^/]+')}$`),
}));

/** The operation that a request addresses; `null` for the sandbox's own control routes. */
export function operationOf(method: string, url: string): Operation | null {
  const { pathname } = new URL(url);
  if (pathname.startsWith('/_sandbox/')) return null;
  const found = patterns.find((one) => one.method === method && one.pattern.test(pathname));
  return found?.operation ?? 'unknown';
}
