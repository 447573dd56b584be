/** Distinguishes the credentials of recorded requests by labels, and has each masked in all output. */
import type { CredentialSeen } from '../clients/client-exchange.ts';
import { isSecretName, notShown } from '@outreach-api/masking/looks-secret';
import type { Secrets } from '@outreach-api/masking/secrets';
import type { PassingRequest } from './passing-exchange.ts';

/** How many credentials are distinguished: more than any program uses. */
const mostCredentials = 1000;
/** A placeholder for a credential that was removed from a recording; words may be part of a credential. */
const standIn = /^[$<[*…]/;

/** A credential, without its text. */
export interface LabelledCredential {
  readonly seen: CredentialSeen;
  /** In words. */
  readonly name: string;
  /** The header as written in a shell; null if there is none. */
  readonly shell: string | null;
}

/** Labels the credentials of requests, each as soon as it appears. */
export class RecordedCredentials {
  readonly #secrets: Secrets;
  readonly #labels = new Map<string, LabelledCredential>();
  readonly #hidden = new Set<string>();
  #keys = 0;
  #others = 0;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Null if there are too many to distinguish: then nothing of the request may be kept. */
  of({
    authorization,
    headers,
  }: Pick<PassingRequest, 'authorization' | 'headers'>): LabelledCredential | null {
    // What looks like a placeholder may be a credential all the same.
    const isLabelled = typeof authorization === 'string';
    const others = Object.entries(headers).filter(
      ([name, value]) =>
        (name !== 'authorization' || !isLabelled) && isSecretName(name) && !this.#hidden.has(value),
    );
    if (this.#hidden.size + others.length > mostCredentials) return null;
    for (const [, value] of others) this.#hide(value);
    if (authorization === null) return { seen: { kind: 'none' }, name: 'no credential', shell: null };
    if (typeof authorization !== 'string') {
      const name = 'a credential that is not recorded';
      return { seen: authorization, name, shell: 'Bearer $OUTREACH_TOKEN' };
    }
    const known = this.#labels.get(authorization);
    if (known !== undefined) return known;
    if (this.#labels.size >= mostCredentials) return null;
    const labelled = this.#labelled(authorization);
    this.#labels.set(authorization, labelled);
    return labelled;
  }

  #labelled(authorization: string): LabelledCredential {
    const { scheme, value } = partsOf(authorization);
    if (scheme.toLowerCase() !== 'bearer' || value === '') {
      this.#others += 1;
      const name = `another credential, ${this.#others}`;
      this.#add(value === '' ? scheme : value, notShown);
      // Without a scheme the whole header is the credential.
      const shown = value === '' ? 'none' : this.#secrets.mask(scheme);
      return { seen: { kind: 'other scheme', scheme: shown }, name, shell: '$OUTREACH_OTHER_CREDENTIAL' };
    }
    this.#keys += 1;
    const label = `key ${this.#keys}`;
    this.#add(value, '$OUTREACH_TOKEN');
    const shown = this.#secrets.maskExactly(value);
    const shell = `Bearer ${shown.startsWith('$OUTREACH_') ? shown : '$OUTREACH_TOKEN'}`;
    return { seen: { kind: 'bearer', label }, name: label, shell };
  }

  /** Hides other headers that carry credentials: the whole value, and each cookie. */
  #hide(value: string): void {
    this.#hidden.add(value);
    this.#add(value, notShown);
    this.#add(partsOf(value).value, notShown);
    for (const part of value.split(/;\s*/)) this.#add(part.slice(part.indexOf('=') + 1), notShown);
  }

  #add(secret: string, placeholder: string): void {
    if (secret !== '' && !standIn.test(secret)) this.#secrets.add(secret, placeholder);
  }
}

function partsOf(authorization: string): { readonly scheme: string; readonly value: string } {
  const text = authorization.trim();
  const end = text.search(/\s/);
  return end < 0
    ? { scheme: text, value: '' }
    : { scheme: text.slice(0, end), value: text.slice(end).trim() };
}
