import { expect, it } from 'vitest';
import { rules } from '../catalogue/rules.ts';
import { recordingUses } from './recording-uses.ts';

// A deliberate decision: evidence is written for the suite's own requests, and only some of it is sound for those of
// others.
it('says for every rule that takes exchanges as evidence what a recording shows of it, and for no other', () => {
  const withEvidence = rules.filter(({ evidence }) => evidence !== null).map(({ id }) => id);
  expect(Object.keys(recordingUses).toSorted()).toEqual(withEvidence.toSorted());
});
