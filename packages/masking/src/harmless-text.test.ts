/** Neutralized text still reads the same. */
import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { harmless, harmlessJson } from './harmless-text.ts';

it.each([
  [
    'ordinary text, line ends and tabs',
    'a `b`\n\t"ç" 日本語 🙂 ☑️ العربية',
    'a `b`\n\t"ç" 日本語 🙂 ☑️ العربية',
  ],
  ['controls', '\u0000\u0007\u001B\u007F\u0085\u009B', '\\u0000\\u0007\\u001b\\u007f\\u0085\\u009b'],
  ['line ends of other systems', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\\u000dc\\u2028d\\u2029e'],
  ['directions', '\u202Ea\u2066\u200F\u061C', '\\u202ea\\u2066\\u200f\\u061c'],
  ['what takes no room', 'a\u200Bb\uFEFFc\u00ADd\u2060', 'a\\u200bb\\ufeffc\\u00add\\u2060'],
  ['tags', '\u{E0041}', '\\udb40\\udc41'],
  ['halves of characters', 'a\uD800b\uDC00', 'a\\ud800b\\udc00'],
])('%s', (_, text, shown) => {
  expect(harmless(text)).toBe(shown);
});

it('JSON is the same once it is read, whatever it holds', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const json = harmlessJson({ text, '##[error]': `${text}##vso[x]` });
      expect(JSON.parse(json)).toEqual({ text, '##[error]': `${text}##vso[x]` });
      expect(json).toBe(harmless(json));
      expect(json).not.toContain('##');
    }),
  );
});
