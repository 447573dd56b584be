import { expect, it } from 'vitest';
import { differencesFrom } from './profile-record.ts';

it('a text that comes back in another normalization form is as it was', () => {
  const composed = 'Zoë'.normalize('NFC');
  const decomposed = composed.normalize('NFD');
  expect(decomposed).not.toBe(composed);
  expect(differencesFrom({ first_name: decomposed }, { first_name: composed })).toBe('');
});

it('says what is not as it was', () => {
  const before = { first_name: 'Ada', label: null, schedule: { days: [1] } };
  expect(differencesFrom(before, { ...before, label: 'B' })).toBe('label is "B" and was null');
});
