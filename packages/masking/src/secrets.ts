/** Removes credentials from whatever is shown or written. */
import { KnownParts, shortestPart } from './known-parts.ts';
import { isSecretName, isStandIn, notShown } from './looks-secret.ts';
import { secretSpansIn } from './secret-spans.ts';
import { harmless, withoutCommands } from './harmless-text.ts';

/** How many characters of texts are cached with their results: many texts recur. */
const mostKept = 2_000_000;

/**
 * Knows every credential of a run, and removes them from whatever is to be shown or written: whole, in part, and in
 * whatever decodes to them, even encoded twice ({@link secretSpansIn}).
 */
export class Secrets {
  readonly #known = new KnownParts();
  readonly #placeholders = new Map<string, string>();
  readonly #kept = new Map<string, string>();
  #charactersKept = 0;

  /**
   * From now on, `secret` is shown as `placeholder`. One of less than 8 characters would be found in half of all words:
   * it is removed only if it is the whole value of a header or of a `last_token`.
   */
  add(secret: string, placeholder: string): void {
    if (secret === '' || this.#placeholders.has(secret)) return;
    const shown = this.#apart(placeholder);
    this.#placeholders.set(secret, shown);
    this.#known.add(secret, shown);
    const bytes = Buffer.from(secret).toString('latin1');
    if (bytes !== secret) this.#known.add(bytes, shown);
    this.#forget();
  }

  /** Two keys get two names: `$OUTREACH_CREATED_KEY`, then `$OUTREACH_CREATED_KEY_2`. */
  #apart(placeholder: string): string {
    if (!placeholder.startsWith('$')) return placeholder;
    const used = new Set(this.#placeholders.values());
    let number = 1;
    const named = (): string => (number === 1 ? placeholder : `${placeholder}_${number}`);
    while (used.has(named())) number += 1;
    return named();
  }

  /**
   * The text as shown to people: without credentials, and neutralized. What looks like a credential is removed, too:
   * forgeries are made from real keys.
   */
  mask(text: string): string {
    return withoutCommands(harmless(this.maskExactly(text)));
  }

  /**
   * The value with every string in it as shown to people, names of fields included. What is in a field whose name says
   * that it grants access is not shown, at any depth.
   */
  maskAll<Value>(value: Value): Value;
  maskAll(value: unknown): unknown {
    return mapped(value, (text, name) => (isSecretName(name) ? hidden(text) : this.mask(text)));
  }

  /**
   * Headers as shown to people; those whose name says that they grant access are not shown at all.
   *
   * @param shown - the names of those that are, as far as they hold no credential
   */
  maskHeaders(
    headers: Readonly<Record<string, string>>,
    shown: readonly string[] = [],
  ): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        this.mask(name),
        this.#placeholderOf(value) ??
          (isSecretName(name) && !shown.includes(name) ? hidden(value) : this.mask(value)),
      ]),
    );
  }

  /** An error whose message, and those of its causes, are as shown to people. */
  maskError(error: unknown): unknown {
    for (let one = error; one instanceof Error; one = one.cause) {
      one.message = this.mask(one.message);
      if (one.stack !== undefined) one.stack = this.mask(one.stack);
    }
    return error;
  }

  /** The text without any credential, otherwise unchanged: for programs, which do their own escaping. */
  maskExactly(text: string): string {
    if (text.length < shortestPart) return text;
    const kept = this.#kept.get(text);
    if (kept !== undefined) return kept;
    let masked = '';
    let done = 0;
    for (const { from, to, placeholder } of secretSpansIn(text, this.#known)) {
      masked += text.slice(done, from) + placeholder;
      done = to;
    }
    masked = done === 0 ? text : masked + text.slice(done);
    this.#keep(text, masked);
    return masked;
  }

  /** The body without any credential; what was JSON stays JSON, whatever replaces a credential in it. */
  maskBody(text: string): string {
    const masked = this.maskExactly(text);
    const json = masked === text ? undefined : jsonIn(text);
    if (json === undefined || jsonIn(masked) !== undefined) return masked;
    return JSON.stringify(this.maskAllExactly(json));
  }

  /**
   * The value as {@link maskAll} masks it, otherwise unchanged: for programs, which do their own escaping.
   *
   * @param replacement - of a text that is replaced before it is masked; null for any other
   */
  maskAllExactly<Value>(value: Value, replacement?: (text: string) => string | null): Value;
  maskAllExactly(value: unknown, replacement: (text: string) => string | null = () => null): unknown {
    return mapped(
      value,
      (text, name) => replacement(text) ?? (isSecretName(name) ? hidden(text) : this.maskExactly(text)),
    );
  }

  /**
   * The value with each whole, plainly written credential in its strings replaced: for comparison with what was sent.
   * It is not fit to be shown.
   */
  replaceWhole(value: unknown): unknown {
    return mapped(value, (text) => {
      let replaced = text;
      for (const [secret, placeholder] of this.#placeholders)
        if (shortestPart <= secret.length && secret.length <= text.length)
          replaced = replaced.replaceAll(secret, placeholder);
      return replaced;
    });
  }

  /** The placeholder of a value that is a whole credential, after its scheme if it has one; null if it is none. */
  #placeholderOf(value: string): string | null {
    const bare = value.replace(/^[A-Za-z]+ +/, '');
    const placeholder = this.#placeholders.get(value) ?? this.#placeholders.get(bare);
    return placeholder === undefined ? null : value.slice(0, value.length - bare.length) + placeholder;
  }

  #keep(text: string, masked: string): void {
    this.#charactersKept += text.length;
    if (this.#charactersKept > mostKept) this.#forget();
    this.#kept.set(text, masked);
  }

  #forget(): void {
    this.#kept.clear();
    this.#charactersKept = 0;
  }
}

/** What is shown of a value that grants access, as its name says. */
function hidden(value: string): string {
  return isStandIn(value) ? value : notShown;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The value with every string in it changed, names of fields included, and numbers in fields that grant access; `name`
 * is that of the containing field, or of the outermost one that grants access.
 */
function mapped(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name);
  if (typeof value === 'number' && isSecretName(name)) return change(String(value), name);
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      change(key, ''),
      mapped(item, change, isSecretName(name) ? name : key),
    ]),
  );
}
