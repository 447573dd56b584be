/** Writes the version of the manifest into `src/version.ts`, which the `User-Agent` names. */
import { readFile, writeFile } from 'node:fs/promises';

const manifest: { version: string } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.url), 'utf8'),
);
const file = new URL('../src/version.ts', import.meta.url);
const text = await readFile(file, 'utf8');
await writeFile(file, text.replace(/'[^']*';/, `'${manifest.version}';`));
