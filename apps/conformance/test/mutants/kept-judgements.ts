/** Judgements of an earlier report, so that all mutants can be judged in pieces. */
import { existsSync, readFileSync } from 'node:fs';
import { isRecord } from '@outreach-api/model/records/is-record';
import { outcomes, type MutantJudgement } from './judgement.ts';
import { nameOf, type Mutant } from './mutants-of.ts';

/** Returns what a report says about a mutant, whatever its line is now. */
export type KeptJudgement = (mutant: Mutant) => MutantJudgement | undefined;

/**
 * Reads a report (`mutants.json`); if there is none, nothing is kept.
 *
 * @param but - outcomes to discard, so that those mutants are judged again
 */
export function keptJudgements(file: string, but: readonly string[]): KeptJudgement {
  const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  const known = new Map<string, MutantJudgement[]>();
  for (const one of all.filter(isJudgement)) {
    if (but.includes(one.outcome)) continue;
    const name = nameOf(one.mutant);
    known.set(name, [...(known.get(name) ?? []), one]);
  }
  return (mutant) => {
    const judgement = known.get(nameOf(mutant))?.shift();
    return judgement === undefined ? undefined : { ...judgement, mutant };
  };
}

const texts = ['file', 'within', 'mutator', 'original', 'replacement'];

function isJudgement(value: unknown): value is MutantJudgement {
  if (!isRecord(value)) return false;
  const { mutant, outcome, evidence, undecided } = value;
  return (
    isRecord(mutant) &&
    texts.every((name) => typeof mutant[name] === 'string') &&
    outcomes.some((one) => one === outcome) &&
    typeof evidence === 'string' &&
    Array.isArray(undecided)
  );
}
