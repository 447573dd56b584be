/** Records what a page does as Chromium's network panel exports it: for tests of whoever reads such files. */
import type { openChromium } from '@outreach-api/chromium-for-tests';
import { panelEntry, type PanelRequest } from './panel-entry.ts';

type Browser = Awaited<ReturnType<typeof openChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Panel = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>;

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
}

/**
 * Opens a page, waits until its title is `done`, and gives what went over the wire in the meantime: sanitized, as the
 * network panel exports it where it is not asked for more.
 */
export async function recordedPage(
  browser: Browser,
  { url, before }: RecordedVisit,
): Promise<RecordedArchive> {
  const page = await browser.newPage();
  await page.addInitScript(before);
  const panel = await page.context().newCDPSession(page);
  const requests = await requestsIn(panel);
  await page.goto(url);
  await page.waitForFunction(`document.title === 'done'`);
  const bodies = new Map<string, string>();
  for (const id of requests.keys()) {
    const body = await panel.send('Network.getResponseBody', { requestId: id }).catch(() => null);
    if (body !== null) bodies.set(id, body.base64Encoded ? atob(body.body) : body.body);
  }
  await page.close();
  const entries = [...requests].map(([id, told]) => panelEntry(told, bodies.get(id), isExported));
  return {
    log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, entries },
  };
}

/** Collects what the protocol tells of requests from now on. */
async function requestsIn(panel: Panel): Promise<ReadonlyMap<string, PanelRequest>> {
  const requests = new Map<string, PanelRequest>();
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
  const change = (id: string, by: (told: PanelRequest) => Partial<PanelRequest>): void => {
    const told = requests.get(id);
    if (told !== undefined) requests.set(id, { ...told, ...by(told) });
  };
  panel.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    change(requestId, () => ({ headers }));
  });
  panel.on('Network.responseReceived', ({ requestId, response }) => {
    change(requestId, () => ({ response }));
  });
  panel.on('Network.dataReceived', ({ requestId, dataLength }) => {
    change(requestId, ({ size }) => ({ size: size + dataLength }));
  });
  panel.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    change(requestId, () => ({ endedAt: timestamp }));
  });
  panel.on('Network.loadingFailed', ({ requestId, timestamp, errorText }) => {
    change(requestId, () => ({ endedAt: timestamp, error: errorText }));
  });
  return requests;
}

function isExported(name: string): boolean {
  return !sensitive.has(name.toLowerCase());
}
