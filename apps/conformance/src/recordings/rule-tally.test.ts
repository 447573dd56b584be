import { expect, it } from 'vitest';
import { held, judging } from '../rules/judgement.ts';
import type { BreachValues } from '../rules/breaches/breach-values.ts';
import { clientRules } from '../clients/rules/client-rules.ts';
import { RuleTally } from './rule-tally.ts';

const { arguable, broken } = judging<BreachValues>();

const [{ ofDriver: rule } = expect.fail()] = clientRules;

it('neither fails nor passes a rule if the evidence depends on how the description is read', () => {
  const tally = new RuleTally(rule);
  tally.held(() => rule.breachNames);
  tally.add(held, null, []);
  expect(tally.result()).toMatchObject({ verdict: 'pass' });
  const seen = { code: 'envelope-data', values: { body: 'that' } } as const;
  expect(tally.add(arguable(seen.code, seen.values), null, [])).toBe(false);
  expect(tally.result()).toMatchObject({
    verdict: 'inconclusive',
    why: [{ kind: 'doubted', doubt: 'arguable', breach: seen }],
  });
  expect(tally.add(broken('default-limit', {}), null, [])).toBe(true);
  expect(tally.result()).toMatchObject({ verdict: 'fail', breach: { code: 'default-limit' } });
});
