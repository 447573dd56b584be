/** The Authorization header of a request. */
export interface Credential {
  /** In words, for messages: `the key of the target file`, `no credential`. */
  readonly name: string;
  /** The value of the Authorization header; null sends none. */
  readonly header: string | null;
  /** The same for a shell, with credentials from the environment. */
  readonly shell: string | null;
}

/** An API key as the bearer credential (Authentication, 1). */
export function bearer(name: string, token: string, shell: string): Credential {
  return { name, header: `Bearer ${token}`, shell: `Bearer ${shell}` };
}

/** A request without `Authorization`. */
export const noCredential: Credential = { name: 'no credential', header: null, shell: null };
