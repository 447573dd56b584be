import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { completeTarget } from '../target/target.ts';
import { providedBy, type Need } from '../target/needs.ts';
import { defineExperiment } from './experiment.ts';
import { held } from './judgement.ts';
import { planOf } from './plan.ts';
import { defineRule, type Rule } from './rule.ts';

const provided = providedBy(
  completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x', allow: { createApiKeys: 3 } }),
);

function looking(name: string, needs: readonly Need[], repeatsLook: boolean) {
  return defineExperiment<null, null>({
    name,
    needs,
    given: fc.constant(null),
    ...(repeatsLook ? { repeatsLook } : {}),
    probe: async () => null,
  });
}

const onceMore: Rule = defineRule<null, null>({
  id: 'PAGE-01',
  from: [looking('pages', [], false), looking('pages-with-a-key', ['createApiKeys'], true)],
  judge: () => held,
  breaches: {},
});
const ofKeys: Rule = defineRule<null, null>({
  id: 'KEY-01',
  from: looking('keys', ['createApiKeys'], false),
  judge: () => held,
  breaches: {},
});

function planned(rules: readonly Rule[], path: string | null = null): readonly string[] {
  return planOf(provided, rules, { runs: null, path }).trials.map(({ trial }) => trial.experiment);
}

it('looks once more only where others take what that needs', () => {
  expect(planned([onceMore])).toEqual(['pages']);
  expect(planned([onceMore, ofKeys])).toEqual(['pages', 'pages-with-a-key', 'keys']);
});

it('looks once more where a breach that was seen so is replayed', () => {
  expect(planned([onceMore], 'pages-with-a-key:0')).toEqual(['pages-with-a-key']);
});

it('needs nothing for a verdict where it may not look once more', () => {
  expect(onceMore.needs).toEqual([]);
  expect(ofKeys.needs).toEqual(['createApiKeys']);
});
