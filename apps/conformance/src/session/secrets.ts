/** Takes credentials out of whatever is shown or written. */
const tokenLike = /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*)?/g;

/** Fewer characters of a credential tell nothing of it. */
const shortestPart = 6;
/** Knows every credential of a run, and takes them out of whatever is to be shown or written. */
export class Secrets {
  readonly #placeholders = new Map<string, string>();

  /** From here on `secret` is shown as `placeholder`, also percent-encoded, JSON-escaped or in base64. */
  add(secret: string, placeholder: string): void {
    if (secret === '') return;
    for (const form of formsOf(secret)) {
      if (!this.#placeholders.has(form)) this.#placeholders.set(form, placeholder);
    }
  }

  /** The text without any credential. Whatever looks like a JWT is taken out too: forgeries are made of real keys. */
  mask(text: string): string {
    let masked = text;
    const longestFirst = [...this.#placeholders].toSorted(([a], [b]) => b.length - a.length);
    for (const [secret, placeholder] of longestFirst) masked = masked.replaceAll(secret, placeholder);
    return this.#maskCut(masked).replaceAll(tokenLike, '<a JWT>');
  }

  /** Where a text was cut, a credential may have been cut with it. */
  #maskCut(text: string): string {
    const [first = '', ...rest] = text.split('…');
    let masked = first;
    for (const part of rest) masked = `${this.#withoutPart(masked)}…${part}`;
    return masked;
  }

  /** The text without the beginning of a credential at its end. */
  #withoutPart(text: string): string {
    for (const [secret, placeholder] of this.#placeholders) {
      const end = text.slice(-secret.length);
      for (let at = end.indexOf(secret.slice(0, shortestPart)); at !== -1;) {
        if (secret.startsWith(end.slice(at)))
          return text.slice(0, text.length - end.length + at) + placeholder;
        at = end.indexOf(secret.slice(0, shortestPart), at + 1);
      }
    }
    return text;
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

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const base64url = Buffer.from(secret).toString('base64url');
  const percent = encodeURIComponent(secret);
  const lowerPercent = percent.replaceAll(/%../g, (escape) => escape.toLowerCase());
  return [secret, percent, lowerPercent, JSON.stringify(secret).slice(1, -1), base64, base64url];
}
