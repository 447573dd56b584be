/** A run says how much it has judged, and why it has not judged the rest. */
import { expect, it } from 'vitest';
import { judgedInWords } from '../src/judged-in-words.ts';

const pass = { verdict: 'pass' } as const;
const noSecond = { verdict: 'skipped', wants: ['a second account'] } as const;
const unseen = { verdict: 'inconclusive' } as const;
const several = { verdict: 'skipped', wants: ['a flood that is allowed', 'API keys', 'updates'] } as const;

it.each<readonly [string, Parameters<typeof judgedInWords>[0], boolean, string]>([
  ['all', [pass, pass], false, '2 of 2 statements judged'],
  [
    'those of most rules first',
    [pass, unseen, noSecond, noSecond, several],
    false,
    '1 of 5 statements judged, 4 not: 2 need a second account, 1 could not be decided on this target’s data, 1 needs several things',
  ],
  [
    'what failed beside the target, and blames nothing else then',
    [pass, unseen, { ...unseen, blockedBy: ['provision'] }, { ...unseen, blockedBy: ['machine'] }],
    false,
    '1 of 4 statements judged, 3 not: 1 could not be decided, 1 could not be decided because the provision module failed, 1 could not be decided because this machine failed',
  ],
  ['by then', [pass, unseen], true, '1 of 2 statements judged, 1 not: 1 could not be decided by then'],
  [
    'two things',
    [{ verdict: 'inconclusive', wants: ['an expired key', 'API keys'] } as const],
    false,
    '0 of 1 statements judged, 1 not: 1 needs an expired key and API keys',
  ],
  [
    'the rest without its reasons',
    Array.from({ length: 7 }, (_, at) => ({ verdict: 'skipped', wants: [`${at}`] }) as const),
    false,
    '0 of 7 statements judged, 7 not: 1 needs 0, 1 needs 1, 1 needs 2, 1 needs 3, 1 needs 4, 2 for other reasons',
  ],
])('reports %s', (_, rules, isCut, says) => {
  expect(judgedInWords(rules, { isCut })).toBe(says);
});
