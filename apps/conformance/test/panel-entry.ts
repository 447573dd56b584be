/** One request as Chromium's network panel exports it. */

/** What the protocol of Chromium tells of one request, as far as it is used here. */
export interface PanelRequest {
  readonly startedAt: number;
  readonly issuedAt: number;
  readonly method: string;
  readonly url: string;
  readonly type: string;
  readonly postData: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly response: PanelResponse | null;
  readonly endedAt: number;
  readonly error: string | null;
  readonly size: number;
}

/** An answer as the protocol tells it. */
export interface PanelResponse {
  readonly status: number;
  readonly statusText: string;
  readonly protocol?: string;
  readonly mimeType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectionId: number;
  readonly fromDiskCache?: boolean;
  readonly fromServiceWorker?: boolean;
  readonly timing?: {
    readonly sendStart: number;
    readonly sendEnd: number;
    readonly receiveHeadersEnd: number;
  };
}

/**
 * Writes a request as the panel exports it.
 *
 * @param body - of the answer; undefined where the panel has none
 * @param shown - whether a header is exported
 */
export function panelEntry(
  told: PanelRequest,
  body: string | undefined,
  shown: (name: string) => boolean,
): object {
  const { response } = told;
  const time = (told.endedAt - told.issuedAt) * 1000;
  return {
    ...(response === null ? {} : { _connectionId: String(response.connectionId) }),
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: told.type.toLowerCase(),
    ...(response?.fromDiskCache === true ? { _fromCache: 'disk' } : {}),
    cache: {},
    // The port of the server.
    connection: new URL(told.url).port,
    request: requestOf(told, headersOf(told.headers, shown)),
    response: responseOf(told, headersOf(response?.headers ?? {}, shown), body),
    serverIPAddress: '127.0.0.1',
    startedDateTime: new Date(told.startedAt).toISOString(),
    time,
    timings: timingsOf(response, time),
  };
}

function requestOf({ method, url, postData, response }: PanelRequest, headers: readonly object[]): object {
  return {
    method,
    url,
    httpVersion: response?.protocol ?? '',
    headers,
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    cookies: [],
    headersSize: -1,
    bodySize: postData?.length ?? 0,
    ...(postData === undefined ? {} : { postData: { mimeType: 'application/json', text: postData } }),
  };
}

function responseOf(
  { response, size, error }: PanelRequest,
  headers: readonly object[],
  body: string | undefined,
): object {
  return {
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    httpVersion: response?.protocol ?? '',
    headers,
    cookies: [],
    content: {
      size,
      mimeType: response?.mimeType ?? 'x-unknown',
      ...(body === undefined ? {} : { text: body }),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _transferSize: size,
    _error: error,
    _fetchedViaServiceWorker: response?.fromServiceWorker ?? false,
  };
}

function timingsOf(response: PanelResponse | null, time: number): object {
  const { sendStart = 0, sendEnd = 0, receiveHeadersEnd = 0 } = response?.timing ?? {};
  return {
    blocked: sendStart,
    dns: -1,
    ssl: -1,
    connect: -1,
    send: sendEnd - sendStart,
    wait: receiveHeadersEnd - sendEnd,
    receive: Math.max(0, time - receiveHeadersEnd),
  };
}

function headersOf(headers: Readonly<Record<string, string>>, shown: (name: string) => boolean): object[] {
  return Object.entries(headers)
    .filter(([name]) => shown(name))
    .map(([name, value]) => ({ name, value }));
}
