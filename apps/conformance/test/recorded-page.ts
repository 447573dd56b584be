/** Records a page with Chromium's own network panel, and exports the recording: for tests of readers of such files. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openChromium } from '@outreach-api/chromium-for-tests';
import { portOf } from './port-of.ts';

/** The page to open. */
export interface RecordedVisit {
  readonly url: string;
  /** Runs before the scripts of the page, which define `begin`. */
  readonly before: string;
  /** Part of the URL of its last request. */
  readonly last: string;
}

/** What the panel exports: without credentials, which is its default, or with them. */
export interface PanelExports {
  readonly sanitized: string;
  readonly whole: string;
}

/**
 * Runs in DevTools as shipped with Chromium, opened on the page to record: calls the page's `begin`, and exports what the
 * panel knows once it has seen the end of the last request. `begin` is called over the panel's own connection, which
 * asked for all requests when the model of the network was made: the page reads that first.
 */
const recordAndExport = `(async () => {
  const { TargetManager, NetworkManager } = await import('./core/sdk/sdk.js');
  const { NetworkLog } = await import('./models/logs/logs.js');
  const { Writer } = await import('./models/har/har.js');
  const log = NetworkLog.NetworkLog.instance();
  const manager = await new Promise((modelAdded) => {
    const observer = { modelAdded, modelRemoved: () => {} };
    TargetManager.TargetManager.instance().observeModels(NetworkManager.NetworkManager, observer);
  });
  const finished = new Promise((resolve) => {
    manager.addEventListener(NetworkManager.Events.RequestFinished, ({ data }) => {
      // Not its preflight.
      if (data.url().includes(last) && data.requestMethod === 'GET') resolve();
    });
  });
  await manager.target().runtimeAgent().invoke_evaluate({ expression: 'void begin()' });
  await finished;
  const progress = new Proxy({}, { get: (_, name) => {
    if (name === 'canceled') return false;
    return name === 'createSubProgress' ? () => progress : () => false;
  } });
  const written = async (sanitize) => {
    let text = '';
    const stream = { write: async (part) => { text += part; } };
    await Writer.Writer.write(stream, log.requests(), { sanitize }, progress);
    return text;
  };
  return [await written(true), await written(false)];
})()`;

/** Opens a page, calls its `begin`, and returns what the network panel exports once the last request has ended. */
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
    // The panel clears its log when a page is left, and may do so late: it is opened on a page that stays.
    await page.goto(url);
    const protocol = await page.context().newCDPSession(page);
    const { targetInfo } = await protocol.send('Target.getTargetInfo');
    const devTools = await browser.newPage();
    const at = `127.0.0.1:${port}/devtools/page/${targetInfo.targetId}`;
    await devTools.goto(`http://127.0.0.1:${port}/devtools/inspector.html?ws=${at}&panel=network`);
    const exported: unknown = await devTools.evaluate(
      `const last = ${JSON.stringify(last)}; ${recordAndExport}`,
    );
    if (!Array.isArray(exported)) throw new TypeError('DevTools exports nothing');
    const [sanitized, whole] = exported.map(String);
    return { sanitized: sanitized ?? '', whole: whole ?? '' };
  } finally {
    await browser.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}
