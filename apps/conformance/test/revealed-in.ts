/** What a patient reader can decode from a text. It is independent of the masking code, and slow. */

type Reading = (text: string) => readonly string[];

const code = (digits: string, radix: number): string => {
  const value = Number.parseInt(digits, radix);
  return value < 0x11_00_00 ? String.fromCodePoint(value) : '';
};

/** The ways to decode a text into another one. */
const readings: readonly Reading[] = [
  (text) => [text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => code(digits, 16))],
  (text) => [
    text
      .replaceAll(/\\(?:u00|x)([0-9A-Fa-f]{2})/g, (_, digits: string) => code(digits, 16))
      .replaceAll(/\\(["'\\/])/g, '$1'),
  ],
  (text) => [
    text
      .replaceAll(/&#x([0-9A-Fa-f]+);?/gi, (_, digits: string) => code(digits, 16))
      .replaceAll(/&#(\d+);?/g, (_, digits: string) => code(digits, 10))
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  ],
  (text) => [
    text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-Fa-f]{2})/g, (_, digits: string) => code(digits, 16)),
  ],
  (text) => [text.replaceAll(/[\0\u200B]/g, '')],
  (text) => [text.replaceAll(/(?:\\u200b)+/g, '')],
  (text) =>
    (text.match(/\d+(?:, ?\d+){7,}/g) ?? []).map((list) =>
      Buffer.from(list.split(',').map(Number)).toString('latin1'),
    ),
  (text) =>
    (text.match(/(?:[0-9A-Fa-f][\s:,-]?){16,}/g) ?? []).flatMap((run) => {
      const digits = run.replaceAll(/[^0-9A-Fa-f]/g, '');
      return [digits, digits.slice(1)].map((one) => Buffer.from(one, 'hex').toString('latin1'));
    }),
  (text) =>
    (text.match(/[A-Za-z0-9+/_-]{11,}/g) ?? []).flatMap((run) =>
      [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
    ),
];

/** Three rounds of decoding are enough for text that is encoded twice within something else. */
const mostReadings = 3;

/**
 * The parts of secrets that can be read in a text, or in what it decodes to.
 *
 * @param parts - in lower case, all of the same length
 */
export function revealedIn(text: string, parts: ReadonlySet<string>): readonly string[] {
  const [first = ''] = parts;
  const found = new Set<string>();
  const known = new Set([text]);
  let level = [text];
  for (let depth = 0; depth <= mostReadings; depth += 1) {
    for (const one of level) {
      const small = one.toLowerCase();
      for (let at = 0; at + first.length <= small.length; at += 1) {
        const part = small.slice(at, at + first.length);
        if (parts.has(part)) found.add(part);
      }
    }
    if (depth === mostReadings) break;
    level = level
      .flatMap((one) => readings.flatMap((read) => read(one)))
      .filter((one) => /(?:[ -~]\0?){8}/.test(one) && !known.has(one));
    for (const one of level) known.add(one);
  }
  return [...found];
}

/** All parts of a secret with this many characters, in lower case. */
export function partsOf(secret: string, length: number): readonly string[] {
  return Array.from({ length: secret.length - length + 1 }, (_, at) =>
    secret.slice(at, at + length).toLowerCase(),
  );
}
