/** Knows whose each credential is, and finds keys in answers that must not show them. */
import { isRecord } from '@outreach-api/model/records/is-record';
import type { Credential } from '@outreach-api/model/records/credential';
import { mainCaller, type Answer } from '@outreach-api/model/records/exchange';
import type { Target } from '../target/target.ts';
import type { Caller, CallerKind } from '@outreach-api/model/records/exchange-seen';

/** A shorter text may be a word of any answer. */
const shortestKey = 20;

interface KnownKey extends Caller {
  readonly token: string;
  /** As it may be written in an answer: plainly, or encoded as a whole. */
  readonly forms: readonly string[];
}

/** Knows the keys of a run, and who created them. */
export class Callers {
  readonly #known: KnownKey[] = [];
  readonly #beginnings: string[] = [];

  constructor({ token, otherAccountToken, expiredToken }: Target) {
    this.#knows('main key', mainCaller, token);
    if (otherAccountToken !== null)
      this.#knows('other account', 'a key of another account', otherAccountToken);
    if (expiredToken !== null) this.#knows('intruder', 'a key past its 3 years', expiredToken);
  }

  /** Whose credential it is. */
  of({ header, name }: Credential): Caller {
    const token = header?.replace(/^Bearer /, '');
    const kind = this.#known.find((key) => key.token === token)?.kind ?? 'intruder';
    return { kind, name };
  }

  /** Registers a key created with that credential. */
  made(token: string, by: Credential): void {
    if (token === '' || this.#known.some((key) => key.token === token)) return;
    const kind = this.of(by).kind === 'other account' ? 'other account' : 'created key';
    this.#knows(kind, 'a created key', token);
  }

  /** The keys that an answer shows, in words: any except the one that it created. */
  shownIn({ text, headers, json }: Answer): readonly string[] {
    const own = isRecord(json) ? json['last_token'] : undefined;
    const texts = [text, ...Object.values(headers)];
    // Keys of one service mostly begin alike: one look is enough to rule all of them out.
    if (!this.#beginnings.some((beginning) => texts.some((one) => one.includes(beginning)))) return [];
    const shown = this.#known.filter(
      ({ token, forms }) =>
        token !== own &&
        token.length >= shortestKey &&
        forms.some((form) => texts.some((one) => one.includes(form))),
    );
    return [...new Set(shown.map(({ name }) => name))];
  }

  #knows(kind: CallerKind, name: string, token: string): void {
    const bytes = Buffer.from(token);
    // The last character of base64 depends on what follows.
    const inBase64 = (['base64', 'base64url'] as const).map((encoding) =>
      bytes.subarray(0, bytes.length - (bytes.length % 3)).toString(encoding),
    );
    const forms = [...new Set([token, ...inBase64, bytes.toString('hex')])];
    this.#known.push({ kind, name, token, forms });
    for (const beginning of forms.map((form) => form.slice(0, shortestKey)))
      if (!this.#beginnings.includes(beginning)) this.#beginnings.push(beginning);
  }
}
