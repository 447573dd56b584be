/** Reads the body of an answer in bounded memory: what is too large, too deep or wrongly encoded is not judged. */
import { isUtf8 } from 'node:buffer';
import { codingsOf, decoders } from './content-coding.ts';
import type { Answer } from './exchange.ts';

/** The largest body that is read, in bytes, as received and decompressed. */
export const largestBody = 1024 * 1024;

/** Bodies above this count as large, in bytes. */
const largeBody = 64 * 1024;
/** How many bytes may come in large bodies in a whole run: parts of them are kept to the end. */
const largeBodiesInAll = 32 * 1024 * 1024;
const mostEncodings = 3;
const deepestNesting = 500;
const mostValues = 100_000;

/** An answer came, but its body cannot be read or is not read; the message says why. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly code: 'TOO_LARGE' | 'ENCODING' | 'TOO_COMPLEX';

  constructor(code: UnreadableBody['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The body of an answer as text, and as JSON. */
export type ReadBody = Pick<Answer, 'text' | 'json' | 'isMisencoded'>;

/** Reads the bodies of one run's answers. */
export class BodyReader {
  #inLargeBodies = 0;

  /**
   * Reads a body to its end, undoes its encodings, and parses it as JSON.
   *
   * @param encodings - the header `content-encoding`
   * @throws UnreadableBody if it is too large, too deeply nested, or not encoded as the header says
   */
  async read(chunks: AsyncIterable<Buffer>, encodings: string | undefined): Promise<ReadBody> {
    const bytes = decoded(await collected(chunks), encodings);
    if (bytes.length > largeBody) this.#count(bytes.length);
    const text = new TextDecoder().decode(bytes);
    const json = parsed(text);
    return json === undefined || isUtf8(bytes) ? { text, json } : { text, json, isMisencoded: true };
  }

  #count(length: number): void {
    this.#inLargeBodies += length;
    if (this.#inLargeBodies <= largeBodiesInAll) return;
    throw new UnreadableBody(
      'TOO_LARGE',
      `the answers above ${largeBody / 1024} kB add up to more than ${megabytes(largeBodiesInAll)} in this run: no more of them are read`,
    );
  }
}

async function collected(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > largestBody) throw tooLarge('is');
    parts.push(chunk);
  }
  return Buffer.concat(parts, length);
}

function decoded(bytes: Buffer, encodings: string | undefined): Buffer {
  const names = codingsOf(encodings);
  if (names.length > mostEncodings)
    throw new UnreadableBody('ENCODING', `the answer is encoded ${names.length} times over`);
  return names.reduce((body, name) => (body.length > 0 ? decodedOnce(body, name) : body), bytes);
}

/** A body in an unknown coding is read as it is. */
function decodedOnce(body: Buffer, name: string): Buffer {
  try {
    return decoders[name]?.(body, { maxOutputLength: largestBody }) ?? body;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('unpacks to');
    throw new UnreadableBody(
      'ENCODING',
      `the answer is not \`${name}\`, as its content-encoding says (${code})`,
    );
  }
}

function parsed(text: string): unknown {
  mustBeSimple(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it has too few brackets to be too complex: most answers need not be scanned further. */
function isPlainlySimple(text: string): boolean {
  if (text.length > mostValues) return false;
  let opened = 0;
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
      if (opened > deepestNesting) return false;
    }
  }
  return true;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace, comma] = Array.from(
  '"\\[]{},',
  (character) => character.charCodeAt(0),
);

/** Some JSON takes many times its size in memory, or more stack than available, once parsed. */
function mustBeSimple(text: string): void {
  if (isPlainlySimple(text)) return;
  let depth = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) isInText = !isInText;
    else if (isInText) at += Number(unit === backslash);
    else if (unit === openBracket || unit === openBrace) depth += 1;
    else if (unit === closeBracket || unit === closeBrace) depth -= 1;
    else if (unit === comma) values += 1;
    if (depth <= deepestNesting && values <= mostValues) continue;
    const what =
      depth > deepestNesting
        ? `is nested more than ${deepestNesting} deep`
        : `has more than ${mostValues} values`;
    throw new UnreadableBody('TOO_COMPLEX', `the answer ${what}: it is not read as JSON`);
  }
}

/** @param verb - `is`, or what made it so large */
export function tooLarge(verb: string): UnreadableBody {
  return new UnreadableBody(
    'TOO_LARGE',
    `the answer ${verb} more than ${megabytes(largestBody)}: it is not read`,
  );
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
