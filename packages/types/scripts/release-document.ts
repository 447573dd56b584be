/**
 * `--check` fails if the OpenAPI document breaks consumers of the released one without a major changeset; `--keep`
 * makes the current document the released one, as `pnpm version-packages` does.
 */
import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkRelease } from './check-release.ts';

const root = new URL('../../../', import.meta.url);
const current = new URL('spec/openapi.yaml', root);
const released = new URL('../released/openapi.yaml', import.meta.url);

if (process.argv[2] === '--keep') await copyFile(current, released);
else {
  const { ok, text } = await checkRelease({ released, current, root: fileURLToPath(root) });
  (ok ? process.stdout : process.stderr).write(text);
  process.exitCode = ok ? 0 : 1;
}
