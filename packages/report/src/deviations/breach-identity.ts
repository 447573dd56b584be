/** What identifies a breach of a rule, run after run. */

/** A breach, as far as it matters here. */
interface Identified {
  readonly code: string;
  /** `experiment:path`, as `--path` takes it. */
  readonly path: string;
}

/** What identifies a breach of a rule, run after run: the experiment that shows it, and its code. */
export function identityOf({ code, path }: Identified): string {
  const [experiment = ''] = path.split(':', 1);
  return `${experiment}/${code}`;
}

const identity = /^[\da-z-]+\/[\da-z-]+$/;

/** Whether a text has the form of an identity. Earlier versions pinned a breach by its words. */
export function isIdentity(text: string): boolean {
  return identity.test(text);
}
