/** Where this package is: from its sources and from what is built, which is bundled, the path to it differs. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The folder of this package, with a slash at its end. */
export const packageFolder = new URL(
  '.',
  pathToFileURL(createRequire(import.meta.url).resolve('@outreach-api/conformance/package.json')),
);
