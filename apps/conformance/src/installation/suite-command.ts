/** How this command is called where it runs, for commands that are printed to be pasted. */
import { fileURLToPath } from 'node:url';
import { packageFolder } from './package-folder.ts';

/**
 * How this command is called where it runs. Nothing else is ever run under its name: an installed one is never looked up
 * in a registry, one that npx fetched is called by the name of its package, and in the workspace a script calls it.
 *
 * @param file - a file of the package
 */
export function suiteCommandOf(file: string): string {
  const folders = file.split(/[/\\]/);
  if (!folders.includes('node_modules')) return 'npx -y pnpm@12 conformance';
  return folders.includes('_npx') ? 'npx @outreach-api/conformance' : 'npx --no -- outreach-conformance';
}

/** How this command is called where it runs. */
export const suiteCommand = suiteCommandOf(fileURLToPath(packageFolder));
