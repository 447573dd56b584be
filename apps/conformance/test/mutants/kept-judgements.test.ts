import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { MutantJudgement } from './judgement.ts';
import { keptJudgements } from './kept-judgements.ts';
import type { Mutant } from './mutants-of.ts';

const mutant: Mutant = {
  id: '7',
  file: 'a.ts',
  line: 3,
  column: 5,
  mutator: 'BooleanLiteral',
  original: 'true',
  replacement: 'false',
  within: 'return true;',
};
const judgement: MutantJudgement = {
  mutant,
  outcome: 'killed',
  evidence: 'PAGE-01',
  difference: null,
  undecided: [],
};
const folder = mkdtempSync(path.join(tmpdir(), 'kept-'));
const file = path.join(folder, 'mutants.json');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('judgements of an earlier report', () => {
  it('belong to the same mutant wherever its line is now, each to one mutant', () => {
    writeFileSync(file, JSON.stringify([judgement, { other: 1 }]));
    const kept = keptJudgements(file, []);
    const moved = { ...mutant, id: '9', line: 40 };
    expect(kept({ ...mutant, replacement: 'null' })).toBeUndefined();
    expect(kept(moved)).toEqual({ ...judgement, mutant: moved });
    expect(kept(moved)).toBeUndefined();
  });

  it('are absent if there is no report, or if the outcome must be determined again', () => {
    writeFileSync(file, JSON.stringify([judgement]));
    expect(keptJudgements(file, ['killed'])(mutant)).toBeUndefined();
    expect(keptJudgements(path.join(folder, 'none.json'), [])(mutant)).toBeUndefined();
  });
});
