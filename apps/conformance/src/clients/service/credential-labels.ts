/** Tells credentials apart by labels, so that no text of one is kept. */
import type { CredentialSeen } from '../client-exchange.ts';

/** Tells credentials apart by labels: the same text has the same label. */
export class CredentialLabels {
  readonly #labels = new Map<string, string>();

  /** The label of a key; a new one where it was not met before. */
  labelOf(key: string): string {
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    const label = `key ${this.#labels.size + 1}`;
    this.#labels.set(key, label);
    return label;
  }

  /** How a request names its caller, by its header `Authorization`; undefined where it has none. */
  seen(authorization: string | undefined): CredentialSeen {
    const [, scheme = '', credentials = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(authorization ?? '') ?? [];
    if (scheme === '') return { kind: 'none' };
    // The scheme's spelling is no evidence for or against anything.
    if (scheme.toLowerCase() === 'bearer' && credentials !== '')
      return { kind: 'bearer', label: this.labelOf(credentials) };
    // What stands alone is rather a key than a scheme.
    return { kind: 'other scheme', scheme: credentials === '' ? 'none' : scheme.slice(0, 20) };
  }
}
