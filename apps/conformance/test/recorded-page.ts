/** Records what a page does as Chromium's network panel exports it: for tests of whoever reads such files. */
import { openChromium } from '@outreach-api/chromium-for-tests';

type Browser = Awaited<ReturnType<typeof openChromium>>;

/** What the protocol of Chromium tells of one request, as far as it is used here. */
interface Told {
  readonly startedAt: number;
  readonly issuedAt: number;
  readonly method: string;
  readonly url: string;
  readonly type: string;
  readonly postData: string | undefined;
  headers: Readonly<Record<string, string>>;
  response: Responded | null;
  endedAt: number;
  error: string | null;
  size: number;
}

interface Responded {
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

/** An archive, of which only readers of archives know more. */
export interface RecordedArchive {
  readonly log: {
    readonly version: string;
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly object[];
  };
}

/** Which headers the panel leaves out unless it is told otherwise. */
const sensitive: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie']);

/** What is opened. */
export interface RecordedVisit {
  readonly url: string;
  /** Runs before the scripts of the page. */
  readonly before: string;
  /** Whether the headers are shown that let somebody in; not where not set. */
  readonly withCredentials?: boolean;
}

/**
 * Opens a page, waits until its title is `done`, and gives what went over the wire in the meantime: sanitized, as the
 * network panel exports it where it is not asked for more.
 */
export async function recordedPage(
  browser: Browser,
  { url, before, withCredentials = false }: RecordedVisit,
): Promise<RecordedArchive> {
  const page = await browser.newPage();
  await page.addInitScript(before);
  const panel = await page.context().newCDPSession(page);
  const requests = new Map<string, Told>();
  await panel.send('Network.enable');
  panel.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, type = 'Other' }) => {
    requests.set(requestId, {
      startedAt: wallTime * 1000,
      issuedAt: timestamp,
      method: request.method,
      url: request.url,
      type,
      postData: request.postData,
      headers: request.headers,
      response: null,
      endedAt: timestamp,
      error: null,
      size: 0,
    });
  });
  panel.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    const told = requests.get(requestId);
    if (told !== undefined) told.headers = headers;
  });
  panel.on('Network.responseReceived', ({ requestId, response }) => {
    const told = requests.get(requestId);
    if (told !== undefined) told.response = response;
  });
  panel.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const told = requests.get(requestId);
    if (told !== undefined) told.size += dataLength;
  });
  panel.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const told = requests.get(requestId);
    if (told !== undefined) told.endedAt = timestamp;
  });
  panel.on('Network.loadingFailed', ({ requestId, timestamp, errorText }) => {
    const told = requests.get(requestId);
    if (told !== undefined) Object.assign(told, { endedAt: timestamp, error: errorText });
  });
  await page.goto(url);
  await page.waitForFunction(`document.title === 'done'`);
  const bodies = new Map<string, string>();
  for (const id of requests.keys()) {
    const body = await panel.send('Network.getResponseBody', { requestId: id }).catch(() => null);
    if (body !== null) bodies.set(id, body.base64Encoded ? atob(body.body) : body.body);
  }
  await page.close();
  const shown = (name: string): boolean => withCredentials || !sensitive.has(name.toLowerCase());
  const entries = [...requests].map(([id, told]) => entryOf(told, bodies.get(id), shown));
  return {
    log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, entries },
  };
}

function entryOf(told: Told, body: string | undefined, shown: (name: string) => boolean): object {
  const { response, error, size } = told;
  const time = (told.endedAt - told.issuedAt) * 1000;
  const { sendStart = 0, sendEnd = 0, receiveHeadersEnd = 0 } = response?.timing ?? {};
  const headers = headersOf(told.headers, shown);
  return {
    _connectionId: String(response?.connectionId ?? 0),
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: told.type.toLowerCase(),
    ...(response?.fromDiskCache === true ? { _fromCache: 'disk' } : {}),
    cache: {},
    connection: String(response?.connectionId ?? 0),
    request: {
      method: told.method,
      url: told.url,
      httpVersion: response?.protocol ?? '',
      headers,
      queryString: [...new URL(told.url).searchParams].map(([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: told.postData?.length ?? 0,
      ...(told.postData === undefined
        ? {}
        : { postData: { mimeType: 'application/json', text: told.postData } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: response?.protocol ?? '',
      headers: headersOf(response?.headers ?? {}, shown),
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
    },
    serverIPAddress: '127.0.0.1',
    startedDateTime: new Date(told.startedAt).toISOString(),
    time,
    timings: {
      blocked: sendStart,
      dns: -1,
      ssl: -1,
      connect: -1,
      send: sendEnd - sendStart,
      wait: receiveHeadersEnd - sendEnd,
      receive: Math.max(0, time - receiveHeadersEnd),
    },
  };
}

function headersOf(headers: Readonly<Record<string, string>>, shown: (name: string) => boolean): object[] {
  return Object.entries(headers)
    .filter(([name]) => shown(name))
    .map(([name, value]) => ({ name, value }));
}
