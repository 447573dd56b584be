/** Chromium for the tests of this workspace. Nothing of it is published. */
export { findChromium } from './find-chromium.ts';
export { openChromium } from './open-chromium.ts';
