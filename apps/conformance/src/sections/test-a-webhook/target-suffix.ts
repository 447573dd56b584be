/** Paths and queries of webhook targets, in characters that every HTTP client sends unchanged. */
import * as fc from 'fast-check';

// No digits, so that a status found in an answer did not come from the request; no `~`, which some clients encode.
const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const inner = [...letters, '-', '_', '.'];

const word = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.string({ unit: fc.constantFrom(...inner), maxLength: 8 }),
    fc.constantFrom(...letters),
  )
  .map(([first, middle, last]) => `${first}${middle.replaceAll('..', '.-')}${last}`);

// Few names, so that some are repeated, also with others in between.
const parameter = fc
  .tuple(fc.constantFrom('tag', 'Source', 'x', 'list-id'), word)
  .map((pair) => pair.join('='));

/** Makes addresses of every length at which a service may truncate or corrupt them. */
const mostPadding = 60;

/**
 * A path, with or without a query, to append to an address without a query: `/Hooks/crm?tag=a&x=b&tag=c`. At most
 * about 160 characters, so that a whole address stays below the 255 that a service may allow.
 */
export function targetSuffix(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(word, { minLength: 0, maxLength: 3 }),
      fc.boolean(),
      fc.array(parameter, { maxLength: 4 }),
      fc.nat({ max: mostPadding }),
    )
    .map(([words, slash, query, padding]) => {
      const path = padding === 0 ? words : [...words, 'p'.repeat(padding)];
      const end = slash && path.length > 0 ? '/' : '';
      return `${path.map((part) => `/${part}`).join('')}${end}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    });
}
