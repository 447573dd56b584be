import { expect, it } from 'vitest';
import { updatedDeviations, type RunToList } from './update-deviations.ts';

const now = new Date('2026-11-21T12:00:00Z');
const entry = { rule: 'PAGE-01', reason: 'since 2019', owner: 'team lists', until: '2026-12-31' };

function runWith(...failing: readonly string[]): RunToList {
  const rules = failing.map((id) => {
    const breach = { actual: 'the limit is 10', identity: `page-window/code-of-${id.toLowerCase()}` };
    return { id, verdict: 'fail', reason: 'seen 4 of 4 times', breach } as const;
  });
  return { rules, undecidedToo: false, now };
}

it('is written where there is none, with an owner still to be named', () => {
  const { text, added } = updatedDeviations(null, runWith('PAGE-01'));
  expect(added).toEqual(['PAGE-01']);
  expect(JSON.parse(text)).toEqual({
    deviations: [
      {
        rule: 'PAGE-01',
        breach: 'page-window/code-of-page-01',
        reason: 'the limit is 10',
        owner: '',
        until: '2026-12-21',
      },
    ],
  });
});

it('keeps entries, comments and what no longer fits, and renews a pin by words', () => {
  const outdated = { ...entry, breach: 'page-window: expected … is …; actual … is …' };
  const stale = { ...entry, rule: 'PAGE-06' };
  const text = `// agreed in March\n[\n  ${JSON.stringify(outdated)},\n  ${JSON.stringify(stale)}, // soon\n]\n`;
  const updated = updatedDeviations({ text, entries: [outdated, stale] }, runWith('PAGE-01', 'PAGE-02'));
  expect(updated).toMatchObject({ renewed: ['PAGE-01'], added: ['PAGE-02'], contradicted: [] });
  expect(updated.text).toContain('// agreed in March\n');
  expect(updated.text).toContain(JSON.stringify(stale));
  expect(updated.text).toContain('// soon');
  expect(updated.text).toContain('page-window/code-of-page-01');
  expect(updated.text).not.toContain('actual … is …');
});

it('changes nothing where all is listed', () => {
  const pinned = { ...entry, breach: 'page-window/code-of-page-01' };
  const text = JSON.stringify({ deviations: [pinned] });
  expect(updatedDeviations({ text, entries: [pinned] }, runWith('PAGE-01')).text).toBe(text);
});

it('leaves an entry that says the rule cannot be decided to a person', () => {
  const undecided = { ...entry, verdict: 'inconclusive' } as const;
  const text = JSON.stringify([undecided]);
  expect(updatedDeviations({ text, entries: [undecided] }, runWith('PAGE-01'))).toEqual({
    text,
    added: [],
    renewed: [],
    contradicted: ['PAGE-01'],
  });
});
