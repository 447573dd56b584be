/** The address of a mocked API: which requests are for it, and how they look within the sandbox. */

/** A mocked address. */
export interface MockUrl {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly covers: (url: string) => boolean;
  /** The request without the path of the base URL, which the sandbox does not know. */
  readonly inSandbox: (request: Request) => Request;
}

/**
 * Reads the address of a mock.
 *
 * @throws {TypeError} if it is not an http or https URL, or has a query or fragment
 */
export function mockUrl(text: string): MockUrl {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new TypeError(`baseUrl must be an http or https URL without query and fragment, not "${text}"`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return {
    baseUrl: `${url.origin}${path}`,
    covers: (asked) => {
      const { origin, pathname } = new URL(asked);
      return origin === url.origin && (path === '' || pathname === path || pathname.startsWith(`${path}/`));
    },
    inSandbox: (request) => {
      if (path === '') return request;
      const inside = new URL(request.url);
      inside.pathname = inside.pathname.slice(path.length);
      return new Request(inside, request);
    },
  };
}
