/** Extracts the examples from a README or a guide, so that what is shown is what is tried. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes each code block that starts with a comment of its file name (`// vitest/webhooks.test.ts`) to that file.
 *
 * @throws {Error} if a block in TypeScript or JavaScript has no such comment: it would not be tried
 */
export function writeExamples(text: string, folder: string): void {
  for (const [, language = '', code = ''] of readFileSync(text, 'utf8').matchAll(
    /^```(\w+)\n(.*?)^```$/gms,
  )) {
    if (!/^[cm]?[jt]s$/.test(language)) continue;
    const name = /^\/\/ (\S+\.[cm]?[jt]s)$/m.exec(code.split('\n', 1)[0] ?? '')?.[1];
    if (name === undefined)
      throw new Error(`${text}: an example does not begin with its file name:\n${code}`);
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
}
