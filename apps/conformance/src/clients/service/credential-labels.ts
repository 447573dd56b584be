/** Distinguishes credentials by labels, so that their text is never kept. */
import type { CredentialSeen } from '../client-exchange.ts';

/** Distinguishes credentials by labels: the same text has the same label. */
export class CredentialLabels {
  readonly #labels = new Map<string, string>();

  /** The label of a key; a new one if the key was not seen before. */
  labelOf(key: string): string {
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    const label = `key ${this.#labels.size + 1}`;
    this.#labels.set(key, label);
    return label;
  }

  /** The credential in the `Authorization` header of a request. */
  seen(authorization: string | undefined): CredentialSeen {
    const [, scheme = '', credentials = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(authorization ?? '') ?? [];
    if (scheme === '') return { kind: 'none' };
    // The letter case of the scheme is not evidence of anything.
    if (scheme.toLowerCase() === 'bearer' && credentials !== '')
      return { kind: 'bearer', label: this.labelOf(credentials) };
    // A single word is more likely a key than a scheme.
    return { kind: 'other scheme', scheme: credentials === '' ? 'none' : scheme.slice(0, 20) };
  }
}
