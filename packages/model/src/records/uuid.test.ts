import { describe, expect, it } from 'vitest';
import { isSameUuid, UuidMap, UuidSet } from './uuid.ts';

const uuid = '3f0c1f9e-7d0a-4f0b-9c59-5b3d8b8e7a11';
const spellings = [uuid, uuid.toUpperCase(), uuid.slice(0, 8).toUpperCase() + uuid.slice(8)] as const;

describe.each(spellings)('the uuid %s', (one) => {
  it.each(spellings)('is the same as %s', (other) => {
    expect(isSameUuid(other, one)).toBe(true);
  });

  it.each<unknown>([uuid.replace('3', '4'), null, [uuid]])('differs from %j', (other) => {
    expect(isSameUuid(other, one)).toBe(false);
  });

  it.each(spellings)('is in a set as %s', (other) => {
    const set = new UuidSet([one]).add(other);
    expect([...set]).toEqual([uuid]);
    expect(set.has(other)).toBe(true);
    expect(set.delete(other)).toBe(true);
    expect(set.has(one)).toBe(false);
  });

  it.each(spellings)('is in a map as %s', (other) => {
    const map = new UuidMap([[one, 'first']]);
    expect([map.has(other), map.get(other)]).toEqual([true, 'first']);
    expect([...map.set(other, 'second')]).toEqual([[uuid, 'second']]);
    expect(map.delete(other)).toBe(true);
    expect(map.has(one)).toBe(false);
  });
});
