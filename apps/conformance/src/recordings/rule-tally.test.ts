import { expect, it } from 'vitest';
import { clientRules } from '../clients/rules/client-rules.ts';
import { arguable, broken, held } from '../engine/judgement.ts';
import { RuleTally } from './rule-tally.ts';

const [{ ofDriver: rule } = expect.fail()] = clientRules;

it('neither fails nor passes a rule if the evidence depends on how the description is read', () => {
  const tally = new RuleTally(rule);
  tally.held(() => rule.breachNames);
  tally.add(held, null, []);
  expect(tally.result()).toMatchObject({ verdict: 'pass' });
  expect(tally.add(arguable('this', 'that, perhaps'), null, [])).toBe(false);
  expect(tally.result()).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the description can be read both ways: that, perhaps',
  });
  expect(tally.add(broken('this', 'something else'), null, [])).toBe(true);
  expect(tally.result()).toMatchObject({ verdict: 'fail', breach: { actual: 'something else' } });
});
