/** Opens Chromium without a window, and without anything that it would fetch by itself. */
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Opens Chromium with an empty profile of its own, which is removed when it is closed (`await using`).
 *
 * @param executablePath - what `findChromium` found
 * @param more - further arguments of its command line
 */
export async function openChromium(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...args, ...more], headless: true });
}
