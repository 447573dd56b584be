import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Disturbed, runRules, Unmet, type Recheck } from '@outreach-api/engine';
import { defineExperiment, seenAs, defineRule, type Rule } from '../session/suite.ts';
import { judging } from '../rules/judgement.ts';
import type { BreachValues } from '../rules/breaches/breach-values.ts';
import { LiveSource } from './live-source.ts';
import { Session } from '../session/session.ts';
import { completeTarget } from '../target/target.ts';
import { wordedResult, type WordedResult } from '../words/result-words.ts';

const { holds } = judging<BreachValues>();

/** An experiment that sees its input and leaves a recheck. */
function rechecking(recheck: Recheck, inputs: readonly number[] = [1, 2]) {
  return defineExperiment<number, number>({
    name: 'rechecking',
    does: 'looks',
    changes: ['webhooks'],
    given: fc.nat(),
    first: inputs,
    runs: 0,
    probe: async (given, session) => {
      session.ifBroken(recheck);
      return given;
    },
  });
}

/** A rule that is broken by every input that is not below a bound. */
function below(most: number, from: ReturnType<typeof rechecking>): Rule {
  return defineRule<number, number>(
    {
      id: 'PAGE-01',
      judge: (seen) => holds(seen < most, 'envelope-data', { body: seen }),
      breaches: {},
    },
    { from: [from] },
  );
}

async function resultOf(rule: Rule, session = opened()): Promise<WordedResult | undefined> {
  const [result] = await runRules(new LiveSource(session), [rule], { seed: 7, runs: null, path: null });
  return result && wordedResult(result);
}

function opened(): Session {
  return Session.open(
    completeTarget({ baseUrl: 'http://127.0.0.1:9', token: 'x' }),
    new AbortController().signal,
  );
}

/** A recheck that is passed how often it was called, this call included. */
function counting(check: (times: number) => void = () => undefined) {
  const counted = {
    times: 0,
    recheck: async () => {
      counted.times += 1;
      check(counted.times);
    },
  };
  return counted;
}

it('is not done where no judge calls broken what was seen', async () => {
  const counted = counting();
  expect(await resultOf(below(10, rechecking(counted.recheck)))).toMatchObject({ verdict: 'pass', runs: 2 });
  expect(counted.times).toBe(0);
});

it('is done in each run in which a rule is broken', async () => {
  const counted = counting();
  const result = await resultOf(below(2, rechecking(counted.recheck)));
  expect(result).toMatchObject({ verdict: 'fail', breach: { given: 2, times: 4, tries: 4 } });
  expect(counted.times).toBe(4);
});

it('has the run made again where somebody else changed what was looked at', async () => {
  const counted = counting((times) => {
    if (times === 1) throw new Disturbed('the list was changed');
  });
  const result = await resultOf(below(2, rechecking(counted.recheck)));
  expect(result).toMatchObject({ verdict: 'fail', breach: { times: 4, tries: 4 } });
  expect(counted.times).toBe(5);
});

it('is not reached where the run itself was disturbed each time', async () => {
  let probes = 0;
  const from = defineExperiment<number, number>({
    name: 'disturbed',
    does: 'looks',
    given: fc.nat(),
    first: [1],
    runs: 0,
    probe: async () => {
      probes += 1;
      throw new Disturbed('the list was changed');
    },
  });
  expect(await resultOf(below(2, from))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the list was changed (4 times in a row)',
  });
  expect(probes).toBe(4);
});

it('makes no breach of what never comes undisturbed', async () => {
  const { recheck } = counting(() => {
    throw new Disturbed('the list was changed');
  });
  expect(await resultOf(below(2, rechecking(recheck, [2])))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the list was changed (4 times in a row)',
  });
});

it('makes no breach of what rests on a premise that is not met', async () => {
  const { recheck } = counting(() => {
    throw new Unmet('the list has no end');
  });
  expect(await resultOf(below(2, rechecking(recheck, [2])))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the list has no end',
  });
});

it('is done while nobody else changes what was looked at', async () => {
  const session = opened();
  const order: string[] = [];
  const from = rechecking(async () => {
    const other = session.locks.hold({ reads: [], changes: ['webhooks'] }, async () => order.push('other'));
    await session.clock.wait(1);
    order.push('checked');
    void other;
  });
  await resultOf(below(2, from), session);
  expect(order.slice(0, 2)).toEqual(['checked', 'other']);
});

it('gets to know what judges would call broken', async () => {
  const answers: boolean[] = [];
  const recheck: Recheck = async (isBroken) => {
    answers.push(isBroken(5), isBroken(50));
  };
  await resultOf(below(10, rechecking(recheck, [90])));
  expect(answers.slice(0, 2)).toEqual([false, true]);
});

it('is asked for by the judge of a rule that reads an experiment in its own way', async () => {
  const counted = counting();
  const read = seenAs(rechecking(counted.recheck), (seen) => {
    if (seen === 1) throw new Unmet('of no use');
    return seen * 100;
  });
  expect(await resultOf(below(150, read))).toMatchObject({ verdict: 'fail', breach: { actual: '200' } });
  expect(counted.times).toBe(4);
});
