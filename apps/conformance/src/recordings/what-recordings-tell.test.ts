import { expect, it } from 'vitest';
import { rules } from '../catalogue/rules.ts';
import { whatRecordingsTell } from './what-recordings-tell.ts';

// Not taken for granted: evidence is written for the suite's own requests, and what of it is sound of others' is decided.
it('says of every rule that takes exchanges as evidence what they tell in a recording, and of no other', () => {
  const withEvidence = rules.filter(({ evidence }) => evidence !== null).map(({ id }) => id);
  expect(Object.keys(whatRecordingsTell).toSorted()).toEqual(withEvidence.toSorted());
});
