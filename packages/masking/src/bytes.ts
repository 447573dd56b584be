/** Decodes bytes that are written as text: base64, hexadecimal, and lists of numbers. */
import { isReadable, ReadableBytes, shortestText } from './readable-bytes.ts';
import type { View } from './view.ts';

/** A decoder that gives several views: the encoded text may begin at any of several places. */
export type PhasedDecoder = (view: View) => readonly View[];

const base64Runs = /[A-Za-z0-9+/_-]{11,}/g;
const numberLists = /(?<![\w.])\d{1,3}(?:[ \t\r\n]{0,8}[ ,;\n][ \t\r\n]{0,8}\d{1,3}){7,}/g;

const none = 0xff;
const between = 0xfe;
const mostBetween = 16;
const sextets = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', '-_', 62);
const digits = tableOf('0123456789abcdef', 'ABCDEF', 10);
for (const separator of ' \t\r\n:,;.-_%\'"[]{}()x\\=') digits[separator.charCodeAt(0)] = between;
const [zero, smallX, capitalX] = [0x30, 0x78, 0x58];

/** Base64 and base64url, wherever the encoded text begins, with or without padding. */
export const base64: PhasedDecoder = (view) => {
  let phases: readonly ReadableBytes[] = [];
  for (const { 0: run, index } of view.text.matchAll(base64Runs)) {
    for (let phase = 0; phase < 4; phase += 1) {
      // Most runs hold nothing of the kind: nothing is made for them.
      if (!holdsText(run, phase)) continue;
      if (phases.length === 0) phases = [0, 1, 2, 3].map(() => new ReadableBytes(view));
      const bytes = phases[phase];
      if (bytes !== undefined) base64Bytes(run, phase, index, bytes);
    }
  }
  return phases.flatMap((bytes) => bytes.view ?? []);
};

/** Two hexadecimal digits per byte, in a row or with something in between. */
export const hexadecimal: PhasedDecoder = (view) => {
  const { text } = view;
  let phases: readonly ReadableBytes[] = [];
  const places: number[] = [];
  let count = 0;
  let since = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = digits[code] ?? none;
    const isPrefix =
      code === zero && (text.charCodeAt(at + 1) === smallX || text.charCodeAt(at + 1) === capitalX);
    if (digit < 0x10 && !isPrefix) {
      places[count] = at;
      count += 1;
      since = 0;
    } else if ((digit === between || isPrefix) && since < mostBetween) since += 1;
    else {
      if (count >= 2 * shortestText) {
        if (phases.length === 0) phases = [new ReadableBytes(view), new ReadableBytes(view)];
        for (const [phase, bytes] of phases.entries()) hexBytes(text, places, count, phase, bytes);
      }
      count = 0;
      since = 0;
    }
  }
  return phases.flatMap((bytes) => bytes.view ?? []);
};

/** Bytes as a list of decimal numbers: `[66, 101, 97]`. */
export const listOfNumbers: PhasedDecoder = (view) => {
  const lists = [...view.text.matchAll(numberLists)];
  if (lists.length === 0) return [];
  const bytes = new ReadableBytes(view);
  for (const { 0: list, index } of lists) {
    for (const { 0: number, index: at } of list.matchAll(/\d+/g))
      bytes.put(Number(number) & 0xff, index + at, index + at + number.length);
    bytes.end();
  }
  return bytes.view === null ? [] : [bytes.view];
};

/** Whether base64 that begins at this phase has enough readable bytes in a row. */
function holdsText(run: string, phase: number): boolean {
  let inARow = 0;
  let left = sextetAt(run, phase);
  for (let at = phase; at + 1 < run.length; at += 1) {
    const right = sextetAt(run, at + 1);
    const place = (at - phase) & 3;
    if (place !== 3) {
      inARow = isReadable(byteOf(left, right, place)) ? inARow + 1 : 0;
      if (inARow === shortestText) return true;
    }
    left = right;
  }
  return false;
}

/** Each byte is spread over two of four letters. */
function base64Bytes(run: string, phase: number, index: number, bytes: ReadableBytes): void {
  for (let at = phase; at + 1 < run.length; at += 1) {
    const place = (at - phase) & 3;
    if (place === 3) continue;
    bytes.put(byteOf(sextetAt(run, at), sextetAt(run, at + 1), place), index + at, index + at + 2);
  }
  bytes.end();
}

function sextetAt(run: string, at: number): number {
  return sextets[run.charCodeAt(at)] ?? 0;
}

/** @param place - that of the left letter among four */
function byteOf(left: number, right: number, place: number): number {
  return ((left << (2 + 2 * place)) | (right >> (4 - 2 * place))) & 0xff;
}

function hexBytes(
  text: string,
  places: readonly number[],
  count: number,
  phase: number,
  bytes: ReadableBytes,
): void {
  for (let index = phase; index + 1 < count; index += 2) {
    const [first, second] = [places[index] ?? 0, places[index + 1] ?? 0];
    const byte = ((digits[text.charCodeAt(first)] ?? 0) << 4) | (digits[text.charCodeAt(second)] ?? 0);
    bytes.put(byte, first, second + 1);
  }
  bytes.end();
}

/** The value of each letter of an alphabet by its code; `others` are further letters, counted from `value` on. */
function tableOf(alphabet: string, others: string, value: number): Uint8Array {
  const table = new Uint8Array(128).fill(none);
  for (let at = 0; at < alphabet.length; at += 1) table[alphabet.charCodeAt(at)] = at;
  for (let at = 0; at < others.length; at += 1) table[others.charCodeAt(at)] = value + at;
  return table;
}
