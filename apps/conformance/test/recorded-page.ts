/** Records a page with Chromium's own network panel, and exports the recording: for tests of readers of such files. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openChromium } from '@outreach-api/chromium-for-tests';
import { portOf } from './port-of.ts';

/** The page to open. */
export interface RecordedVisit {
  readonly url: string;
  /** Runs before the scripts of the page. */
  readonly before: string;
  /** Part of the URL of its last request. */
  readonly last: string;
}

/** What the panel exports: without credentials, which is its default, or with them. */
export interface PanelExports {
  readonly sanitized: string;
  readonly whole: string;
}

/** The page behind the panel: DevTools as shipped with Chromium, opened on the page to record. */
const exportBoth = `(async () => {
  const { Writer } = await import('./models/har/har.js');
  const { NetworkLog } = await import('./models/logs/logs.js');
  const progress = new Proxy({}, { get: (_, name) => {
    if (name === 'canceled') return false;
    return name === 'createSubProgress' ? () => progress : () => false;
  } });
  const written = async (sanitize) => {
    let text = '';
    const stream = { write: async (part) => { text += part; } };
    await Writer.Writer.write(stream, NetworkLog.NetworkLog.instance().requests(), { sanitize }, progress);
    return text;
  };
  return [await written(true), await written(false)];
})()`;

/** Opens a page, waits until its title is `done`, and returns what the network panel exports. */
export async function recordedPage(
  executablePath: string,
  { url, before, last }: RecordedVisit,
): Promise<PanelExports> {
  const port = await freePort();
  const browser = await openChromium(executablePath, [
    `--remote-debugging-port=${port}`,
    '--remote-allow-origins=*',
  ]);
  try {
    const page = await browser.newPage();
    await page.addInitScript(before);
    const protocol = await page.context().newCDPSession(page);
    const { targetInfo } = await protocol.send('Target.getTargetInfo');
    const devTools = await browser.newPage();
    const at = `127.0.0.1:${port}/devtools/page/${targetInfo.targetId}`;
    await devTools.goto(`http://127.0.0.1:${port}/devtools/inspector.html?ws=${at}&panel=network`);
    await devTools.waitForFunction(isRecording);
    await page.goto(url);
    await page.waitForFunction(`document.title === 'done'`);
    // The panel learns of requests later than the page that sends them.
    await devTools.waitForFunction(hasFinished, last);
    const exported: unknown = await devTools.evaluate(exportBoth);
    if (!Array.isArray(exported)) throw new TypeError('DevTools exports nothing');
    const [sanitized, whole] = exported.map(String);
    return { sanitized: sanitized ?? '', whole: whole ?? '' };
  } finally {
    await browser.close();
  }
}

/** Whether DevTools listens to the network of the page. */
const isRecording = `(async () => {
  const { TargetManager, NetworkManager } = await import('./core/sdk/sdk.js');
  const target = TargetManager.TargetManager.instance().primaryPageTarget();
  return target !== null && target.model(NetworkManager.NetworkManager) !== null;
})()`;

/** Whether the panel knows that a request has finished. */
const hasFinished = `(async (last) => {
  const { NetworkLog } = await import('./models/logs/logs.js');
  const requests = NetworkLog.NetworkLog.instance().requests();
  return requests.some((request) => request.url().includes(last) && request.finished);
})`;

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}
