/** Regenerates this package's generated files: `pnpm --filter @outreach-api/types run generate`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './generated-files.ts';

for (const { at, text } of await generatedFiles()) {
  await mkdir(new URL('./', at), { recursive: true });
  await writeFile(at, text);
  process.stdout.write(`wrote ${fileURLToPath(at)}\n`);
}
