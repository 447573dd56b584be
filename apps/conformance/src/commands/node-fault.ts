/** Reports that this Node.js is too old. Old versions read this file, too: it uses nothing newer than Node.js 14. */

/**
 * What is wrong with the running Node.js, in a line; null if nothing is.
 *
 * @param needed - `engines.node` of the package: `>=22.19`
 * @param running - its version: `20.20.2`
 */
export function nodeFault(needed: string, running: string): string | null {
  const least = /\d[\d.]*/.exec(needed)?.[0] ?? '0';
  const wanted = least.split('.').map(Number);
  const found = running.split('.').map(Number);
  for (const [place, number] of wanted.entries()) {
    const own = found[place] ?? 0;
    if (own > number) return null;
    if (own < number)
      return `Node.js ${least} or newer is needed, and this is ${running} (${process.execPath})`;
  }
  return null;
}
