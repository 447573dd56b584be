import { describe, expect, it } from 'vitest';
import type { Openness, ScriptedAnswer } from './asker.ts';
import { callToATarget } from './recording.ts';
import { trafficDifference, differenceInAnswers, openDifferences } from './compare.ts';

const first = '0b5c9f0e-0000-4000-8000-0123456789ab';
const second = '1b5c9f0e-0000-4000-8000-0123456789ab';

function answers(parts: readonly string[], open: Openness = 'nothing'): readonly ScriptedAnswer[] {
  return parts.map((part, at) => ({ asked: `${at}`, open, part }));
}

describe('what the description covers', () => {
  it('is the same under other uuids, but not if two records change places', () => {
    const one = answers([`taken ${first}`, `taken ${second}`, `taken ${first}`]);
    expect(
      differenceInAnswers(one, answers([`taken ${second}`, `taken ${first}`, `taken ${second}`])),
    ).toBeNull();
    expect(
      differenceInAnswers(one, answers([`taken ${first}`, `taken ${second}`, `taken ${second}`]))?.asked,
    ).toBe('2');
  });

  it.each<[Openness, string, string, boolean]>([
    ['nothing', 'taken 1', 'taken 2', true],
    ['nothing', 'taken 1', 'refused', true],
    ['nothing', 'refused with 422', 'refused', true],
    ['nothing', 'taken 1', 'limited', false],
    ['nothing', 'taken 1', 'no answer', true],
    ['whether it is taken', 'taken 1', 'refused', false],
    ['whether it is taken', 'taken 1', 'taken 2', true],
    ['whether it is taken', 'refused', 'no answer', false],
    ['the answer', 'taken 1', 'taken 2', false],
  ])('if %s is open: %s, %s', (open, one, other, differs) => {
    expect(differenceInAnswers(answers([one], open), answers([other], open)) !== null).toBe(differs);
  });

  it('is open after a change that only one of the two has rate limited', () => {
    const [one, other] = ['taken', 'limited'].map((part) => [
      { asked: '1 PUT /x', open: 'nothing' as const, part },
      { asked: '2 GET /x', open: 'nothing' as const, part: `as ${part}` },
    ]);
    expect(differenceInAnswers(one ?? [], other ?? [])).toBeNull();
  });

  it('differs if fewer requests were made', () => {
    expect(differenceInAnswers(answers(['taken', 'taken']), answers(['taken']))?.withMutant).toBe(
      '(nothing)',
    );
  });
});

describe('all traffic', () => {
  const traffic = [{ asked: 'GET /', answered: '404\nx-served: 1\n\n{"error":"no"}' }];

  it('differs at the first different answer or request', () => {
    expect(trafficDifference(traffic, traffic)).toBeNull();
    expect(trafficDifference(traffic, [{ asked: 'GET /x', answered: '' }])?.withMutant).toContain('GET /x');
    expect(trafficDifference(traffic, [...traffic, ...traffic])?.without).toBe('(nothing)');
  });

  it.each([
    ['403\nx-served: 1\n\n{"error":"no"}', ['status of a refusal']],
    ['404\nx-served: 2\n\n{"error":"no"}', ['headers of a refusal']],
    ['404\nx-served: 1\n\n{"error":""}', ['undescribed part of a refusal']],
    ['404\nx-served: 1\n\n{"error":"no"}', []],
  ])('is described by the ways in which answers differ: %j', (answered, ways) => {
    expect(openDifferences(traffic, [{ asked: 'GET /', answered }])).toEqual(ways);
  });

  it('is described for calls to a target, whatever differs in them', () => {
    const calls = ['POST /x\n2\n{}', 'POST /x\n0\n'].map((answered) => [{ asked: callToATarget, answered }]);
    expect(openDifferences(calls[0] ?? [], calls[1] ?? [])).toEqual([callToATarget]);
  });
});
