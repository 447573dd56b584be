/** Reports that this Node.js is too old, which would otherwise show as a module or a function that is not there. */

/** The least version, major and minor, as `engines` of the package has it. */
export const leastNode = [22, 19] as const;

/** What is wrong with a version of Node.js such as `20.20.2`, in a line; null if nothing is. */
export function nodeFault(running: string): string | null {
  const [major = 0, minor = 0] = running.split('.').map(Number);
  const [leastMajor, leastMinor] = leastNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  const needed = `Node.js ${leastNode.join('.')} or newer`;
  return `@outreach-api/sandbox needs ${needed}, and this is ${running} (${process.execPath})`;
}
