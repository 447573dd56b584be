/** The service's own words about a failure. */
import { jsonOf } from './call-facts.ts';
import type { AnswerFacts } from './call-facts.ts';

/** Where services put them: RFC 9457, frameworks that validate (a list of problems, `msg`), and all others. */
const fields = ['detail', 'message', 'error', 'msg', 'title', '0'];

/**
 * What a JSON answer says of itself, at most four levels deep and 200 characters long, on one line; empty if it does
 * not say anything. Anything in it that looks like a
 * key is masked: it may be another one than the caller's.
 */
export function wordsOf(answer: AnswerFacts): string {
  let words: unknown = jsonOf(answer);
  for (let depth = 0; depth < 4 && words instanceof Object; depth += 1) {
    const value = words;
    words = fields.map((field): unknown => Reflect.get(value, field)).find(Boolean);
  }
  if (typeof words !== 'string') return '';
  const masked = answer.mask(words).replaceAll(/eyJ[\w.-]+/g, '[credential]');
  return `"${masked.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 200)}"`;
}
