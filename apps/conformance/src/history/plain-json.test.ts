import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPlainJson, toPlainJson } from './plain-json.ts';

const anything = fc.anything({
  withDate: true,
  withMap: true,
  withSet: true,
  withObjectString: true,
  maxDepth: 4,
});

it('any value comes back as it was from plain JSON', () => {
  fc.assert(
    fc.property(anything, (value) => {
      const back = fromPlainJson(JSON.parse(JSON.stringify(toPlainJson(value))));
      expect(back).toStrictEqual(value);
    }),
    { numRuns: 2000 },
  );
});

it('objects that look like what it writes come back, too', () => {
  const value = { $: 'undefined', list: [{ $: 'map', entries: [] }, undefined, -0, Number.NaN] };
  expect(fromPlainJson(JSON.parse(JSON.stringify(toPlainJson(value))))).toStrictEqual(value);
});

it('what cannot be kept is refused, and so is what was not written by it', () => {
  expect(() => toPlainJson(() => 1)).toThrow(TypeError);
  expect(() => toPlainJson({ at: new URL('https://a.example') })).toThrow(TypeError);
  expect(() => fromPlainJson({ $: 'something' })).toThrow(TypeError);
});
