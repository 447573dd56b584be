import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Newcomers } from './newcomers.ts';

const [known, other, own] = [randomUUID(), randomUUID(), randomUUID()];

function seenIn(readings: readonly (readonly string[])[]): boolean {
  const newcomers = new Newcomers([known]);
  for (const uuids of readings) newcomers.saw(new Set(uuids), new Set([own]));
  return newcomers.wereSeen;
}

describe('newcomers to the list', () => {
  it('are webhooks never seen before, once one came and was gone, or was there once more', () => {
    expect(seenIn([[known], [known, other]])).toBe(true);
    expect(seenIn([[known, other], [known]])).toBe(true);
    expect(seenIn([[known, other], [other]])).toBe(true);
  });

  it('are none that were seen before, and come and go', () => {
    expect(seenIn([[known], [], [known]])).toBe(false);
  });

  it('are none of this run', () => {
    expect(seenIn([[known], [known, own], [known]])).toBe(false);
  });

  it('are not distinguished from the uuids of a list that makes them up at each reading', () => {
    expect(seenIn(Array.from({ length: 9 }, () => [known, randomUUID()]))).toBe(false);
  });

  it('are none without a uuid', () => {
    expect(seenIn([[known], [known, ''], [known, other.slice(1)]])).toBe(false);
  });
});
