/** What a request asks for, whatever else its query holds. */
import type { ClientExchange } from './client-exchange.ts';

/** Other parameters may count attempts or bypass caches. */
const described = /^(?:limit|offset|filter(?:\[.*)?)$/;

/**
 * Method and path, with the query parameters that the description defines, sorted by name. What is no operation of the
 * description keeps its query as it is.
 */
export function targetOf({ method, path, operation }: ClientExchange): string {
  if (operation === null) return `${method} ${path}`;
  const [pathname = '', query = ''] = path.split('?');
  const given = [...new URLSearchParams(query)];
  const parameters = new URLSearchParams(given.filter(([name]) => described.test(name)));
  parameters.sort();
  const sorted = parameters.toString();
  return `${method} ${pathname}${sorted === '' ? '' : `?${sorted}`}`;
}
