/** Finds the machine's Chromium. */
import { accessSync, constants } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of Chromium: that of `CHROMIUM_PATH`, or one of the usual places. Null where there is none, so that a test
 * can skip itself: `test.skipIf(findChromium() === null)`. It says so on stderr, once a process.
 *
 * @throws {Error} where `CHROMIUM_PATH` names nothing that can be run, or there is none in CI (`CI` is set)
 */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (isRunnable(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run`);
  }
  const found = places.find(isRunnable);
  if (found !== undefined) return found;
  const what = 'Chromium is not installed: `apt-get install chromium`, or set CHROMIUM_PATH';
  if ((process.env['CI'] ?? '') !== '') throw new Error(`${what}. In CI the browser tests must run.`);
  if (!hasWarned) process.stderr.write(`${what}. BROWSER TESTS ARE NOT RUN.\n`);
  hasWarned = true;
  return null;
}

let hasWarned = false;

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
