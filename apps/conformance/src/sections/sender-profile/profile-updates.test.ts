import { describe, expect, it } from 'vitest';
import { textFields } from '@outreach-api/model/records/profile-fields';
import { isOrdinaryText, mostCodePoints } from '@outreach-api/model/texts/ordinary-text';
import { profileUpdates } from './profile-updates.ts';

describe('updates of sender profiles', () => {
  it('send ordinary text of each length', () => {
    const sent = (profileUpdates.first ?? []).flatMap(({ rounds }) => rounds.flat());
    const texts = sent.flatMap((update) => textFields.map((field) => update[field] ?? ''));
    const lengths = new Set(texts.filter(isOrdinaryText).map((text) => Array.from(text).length));
    expect(lengths.size).toBe(mostCodePoints);
  });
});
