/** Finds credentials in a text, and in whatever the text decodes to. */
import { base64, hexadecimal, listOfNumbers } from './bytes.ts';
import { quotedPrintable, unescaped, utf16, withoutUnseen } from './escapes.ts';
import type { KnownParts } from './known-parts.ts';
import { aJwt, jwtsIn, namedSecretsIn, notShown } from './looks-secret.ts';
import { spanIn, viewOf, type Span, type View } from './view.ts';

/** The maximum nesting of encodings that are undone: base64 of a URL in a JSON text in a JSON text is three. */
const mostEncodings = 3;

/** A part of a text that must not be shown, and its replacement. */
export interface SecretSpan extends Span {
  readonly placeholder: string;
}

interface Sighting extends SecretSpan {
  readonly isWhole: boolean;
}

/**
 * The parts of a text in which a credential is written, in order and without overlap: plain or encoded, known or
 * looking like one.
 */
export function secretSpansIn(text: string, known: KnownParts): readonly SecretSpan[] {
  const sightings: Sighting[] = [];
  let views: readonly View[] = [viewOf(text)];
  for (let encodings = 0; views.length > 0; encodings += 1) {
    for (const view of views) sightings.push(...sightingsIn(view, known));
    views = encodings === mostEncodings ? [] : views.flatMap(decoded);
  }
  return joined(sightings.toSorted((a, b) => a.from - b.from || b.to - a.to));
}

function decoded(view: View): readonly View[] {
  const one = [unescaped, quotedPrintable, withoutUnseen, utf16].flatMap((decode) => decode(view) ?? []);
  return [...one, ...[base64, hexadecimal, listOfNumbers].flatMap((decode) => decode(view))];
}

function sightingsIn(view: View, known: KnownParts): readonly Sighting[] {
  const placed = (span: Span, placeholder: string, isWhole = false): Sighting => ({
    ...spanIn(view, span),
    placeholder,
    isWhole,
  });
  return [
    ...known.in(view.text).map((part) => placed(part, part.placeholder, part.isWhole)),
    ...jwtsIn(view.text).map((span) => placed(span, aJwt)),
    ...namedSecretsIn(view.text).map((span) => placed(span, notShown)),
  ];
}

/** Overlapping sightings are one, named after the known credential that it begins with, otherwise after its longest. */
function joined(sightings: readonly Sighting[]): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  let together: Sighting[] = [];
  let to = 0;
  const end = (): void => {
    const [first] = together;
    if (first !== undefined) spans.push({ from: first.from, to, placeholder: nameOf(together, first.from) });
    together = [];
  };
  for (const sighting of sightings) {
    if (sighting.from >= to) end();
    together.push(sighting);
    to = Math.max(to, sighting.to);
  }
  end();
  return spans;
}

function nameOf(together: readonly Sighting[], from: number): string {
  const whole = together.find((one) => one.isWhole && one.from === from);
  const longest = together.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
  return (whole ?? longest).placeholder;
}
