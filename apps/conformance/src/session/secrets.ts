/** Takes credentials out of whatever is shown or written. */
const tokenLike = /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*)?/g;

/** Knows every credential of a run, and takes them out of whatever is to be shown or written. */
export class Secrets {
  readonly #placeholders = new Map<string, string>();

  /** From here on `secret` is shown as `placeholder`. Percent-encoded and JSON-escaped forms are known too. */
  add(secret: string, placeholder: string): void {
    if (secret === '') return;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      if (!this.#placeholders.has(form)) this.#placeholders.set(form, placeholder);
    }
  }

  /** The text without any credential. Whatever looks like a JWT is taken out too: forgeries are made of real keys. */
  mask(text: string): string {
    let masked = text;
    const longestFirst = [...this.#placeholders].toSorted(([a], [b]) => b.length - a.length);
    for (const [secret, placeholder] of longestFirst) masked = masked.replaceAll(secret, placeholder);
    return masked.replaceAll(tokenLike, '<a JWT>');
  }

  /** The value with every string in it masked, keys of objects included. */
  maskAll(value: unknown): unknown {
    if (typeof value === 'string') return this.mask(value);
    if (Array.isArray(value)) return value.map((item) => this.maskAll(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.mask(key), this.maskAll(item)]),
    );
  }
}
