import { expect, test } from 'vitest';
import { inputKey } from '@outreach-api/engine';
import { firstActs } from './first-acts.ts';
import { rules } from './rules.ts';

const trials = new Map(
  rules.flatMap((rule) => rule.trials.map((trial) => [trial.experiment, trial] as const)),
);

test.each(firstActs)('the experiment $experiment tries $inputs', ({ experiment, inputs }) => {
  const names = inputs.map((input) => (typeof input === 'number' ? input : inputKey(input)));
  expect(names.filter((name) => trials.get(experiment)?.tries(name) !== true)).toEqual([]);
});
